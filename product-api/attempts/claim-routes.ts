import { Hono } from 'hono'
import { claimRequest } from '../../domain/contracts/attempts.ts'
import type { Database, PreparedStatement } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { guestIdIn, noStore, requireMember } from '../identity/authentication.ts'
import { objectOf } from '../reader.ts'
import { validation } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'

/** Makes statements that move a feature's rows from a guest to a member. A feature with a column
 *  `guest_id` adds its own in product-api/guest-claims.ts. */
export type ClaimStatements = (db: Database, guestId: string, userId: number) => PreparedStatement[]

/** POST /claim { guestToken } -> { data: { moved } }: the number of attempts that were moved to the
 *  member. An expired guest token is accepted, because it still proves whose the data is. Can be
 *  repeated where it was cut off. */
export const claimRoutes = (otherClaims: readonly ClaimStatements[]) =>
  new Hono<ApiEnv>().post('/claim', noStore, async (c) => {
    const { user } = requireMember(c)
    const { guestToken } = await readBody(c, claimRequest, { isDataAllowed: true })
    const guestId = await guestIdIn(c.env, guestToken)
    if (guestId === null) throw validation('guestToken is not the token of a guest')
    const member = { kind: 'member', id: user.id } as const
    const claim = () => objectOf(c.env.READERS, member).claim(member, guestId)
    const moved = await claim()
    await c.env.DB.batch(
      otherClaims.flatMap((statements) => statements(c.env.DB, guestId, user.id)),
    )
    // What another tab of the guest began in between, as the attempt of an entry in a live mock.
    return c.json({ data: { moved: moved + (await claim()) }, meta: {} })
  })
