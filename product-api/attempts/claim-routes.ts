import { Hono } from 'hono'
import { claimRequest } from '../../domain/contracts/attempts.ts'
import type { ApiEnv } from '../env.ts'
import { guestIdIn, noStore, requireMember } from '../identity/authentication.ts'
import { validation } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { claimGuestData, type ClaimStatements } from './claim.ts'

/** POST /claim { guestToken } -> { data: { moved } }: the number of attempts that were moved to the
 *  member. An expired guest token is accepted, because it still proves whose the data is. */
export const claimRoutes = (otherClaims: readonly ClaimStatements[]) =>
  new Hono<ApiEnv>().post('/claim', noStore, async (c) => {
    const { user } = requireMember(c)
    const { guestToken } = await readBody(c, claimRequest, { isDataAllowed: true })
    const guestId = await guestIdIn(c.env, guestToken)
    if (guestId === null) throw validation('guestToken is not the token of a guest')
    const moved = await claimGuestData(c.env.DB, guestId, user.id, otherClaims)
    return c.json({ data: { moved }, meta: {} })
  })
