import { Hono } from 'hono'
import { refreshRequest } from '../../domain/contracts/identity.ts'
import type { ApiEnv } from '../env.ts'
import { Refusal } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { noStore } from './authentication.ts'
import { randomToken } from '../cryptography.ts'
import { enforceRateLimit } from './rate-limits.ts'
import { rotateRefreshToken } from './refresh-tokens.ts'
import { jwtSecretsOf } from './settings.ts'
import { accessToken, guestToken } from './signed-tokens.ts'

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

/** Creates a guest: an id under which a visitor's attempts are stored for 180 days. The row of one
 *  who never stores anything is forgotten after a week. */
export const guestRoutes = new Hono<ApiEnv>()
guestRoutes.use(noStore)

guestRoutes.get('/token', async (c) => {
  const secrets = jwtSecretsOf(c.env)
  await enforceRateLimit(c, 'guest')
  const [now, guestId] = [new Date(), randomToken()]
  const expiresAt = new Date(now.getTime() + unusedGuestDays * 86_400_000)
  await c.env.DB.prepare('INSERT INTO guests (id, created_at, expires_at) VALUES (?, ?, ?)')
    .bind(guestId, now.toISOString(), expiresAt.toISOString())
    .run()
  return c.json({ jwt: await guestToken(secrets, guestId, now), guestId })
})
