import { Hono } from 'hono'
import { refreshRequest } from '../../domain/contracts/identity.ts'
import { retentionPeriods } from '../../domain/retention.ts'
import type { ApiEnv } from '../env.ts'
import { Refusal } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { bearerTokenIn, noStore } from './authentication.ts'
import { randomToken } from '../cryptography.ts'
import { insertGuest } from './guest-inserts.ts'
import { enforceFrequentLimit } from './rate-limits.ts'
import { unauthorized } from './refusals.ts'
import { rotateRefreshToken } from './refresh-tokens.ts'
import { jwtSecretsOf } from './settings.ts'
import { accessToken, guestToken, isExpired, verifiedClaims } from './signed-tokens.ts'

/** Renews a member's tokens. The old access token, which may have expired, is ignored. */
export const refreshRoutes = new Hono<ApiEnv>()
refreshRoutes.use(noStore)

refreshRoutes.post('/refresh', async (c) => {
  const { refreshToken } = await readBody(c, refreshRequest)
  if (typeof refreshToken !== 'string' || refreshToken === '')
    throw new Refusal(400, 'BadRequestError', 'Missing refresh token', {})
  const secrets = jwtSecretsOf(c.env)
  const now = new Date()
  const renewed = await rotateRefreshToken(c.env.DB, refreshToken, now)
  return c.json({
    jwt: await accessToken(secrets, renewed, now),
    refreshToken: renewed.refreshToken,
  })
})

/** Triggers of the database make it 180 days with the first row that is stored for the guest. */
const unusedGuestDays = 7
const dayMs = 86_400_000

/** Creates a guest: an id under which a visitor's attempts are stored for 180 days. The row of one
 *  who never stores anything is forgotten after a week. With the token of a guest: renews it, and
 *  the 180 days begin again; Refusal 401 if it has expired or the guest was forgotten. Any other
 *  token is ignored. Cost: one row; guests of the same moment are inserted together. */
export const guestRoutes = new Hono<ApiEnv>()
guestRoutes.use(noStore)

guestRoutes.get('/token', async (c) => {
  const secrets = jwtSecretsOf(c.env)
  await enforceFrequentLimit(c, 'guest')
  const now = new Date()
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs).toISOString()
  const token = bearerTokenIn(c)
  const claims = token === undefined ? null : await verifiedClaims(secrets, token)
  const known = claims?.type === 'guest' ? claims.id : null
  const guestId = known ?? randomToken()
  if (known === null) {
    const [createdAt, expiresAt] = [now.toISOString(), inDays(unusedGuestDays)]
    await insertGuest(c.env, { id: guestId, createdAt, expiresAt })
  } else {
    if (claims && isExpired(claims, now)) throw unauthorized('Missing or invalid credentials')
    const { meta } = await c.env.DB.prepare('UPDATE guests SET expires_at = ? WHERE id = ?')
      .bind(inDays(retentionPeriods.guest.days), guestId)
      .run()
    if (meta.changes === 0) throw unauthorized('Invalid credentials')
  }
  return c.json({ jwt: await guestToken(secrets, guestId, now), guestId })
})
