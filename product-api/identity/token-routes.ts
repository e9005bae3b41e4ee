import { Hono } from 'hono'
import * as v from 'valibot'
import type { ApiEnv } from '../env.ts'
import { noStore } from './authentication.ts'
import { randomToken } from './cryptography.ts'
import { enforceRateLimit } from './rate-limits.ts'
import { rotateRefreshToken } from './refresh-tokens.ts'
import { readBody } from './request-body.ts'
import { jwtSecretsOf } from './settings.ts'
import { accessToken, guestToken, guestTokenLifetimeSeconds } from './signed-tokens.ts'
import { Refusal } from '../strapi/errors.ts'

/** Renewing a member's token. The old access token may be over by now, and is not looked at. */
export const refreshRoutes = new Hono<ApiEnv>()
refreshRoutes.use(noStore)

refreshRoutes.post('/refresh', async (c) => {
  const { refreshToken } = await readBody(c, { refreshToken: v.optional(v.unknown()) })
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

/** A name for a visitor, under which attempts can be kept for half a year. */
export const guestRoutes = new Hono<ApiEnv>()
guestRoutes.use(noStore)

guestRoutes.get('/token', async (c) => {
  const secrets = jwtSecretsOf(c.env)
  await enforceRateLimit(c, 'guest')
  const [now, guestId] = [new Date(), randomToken()]
  const end = new Date(now.getTime() + guestTokenLifetimeSeconds * 1000)
  await c.env.DB.prepare('INSERT INTO guests (id, created_at, expires_at) VALUES (?, ?, ?)')
    .bind(guestId, now.toISOString(), end.toISOString())
    .run()
  return c.json({ jwt: await guestToken(secrets, guestId, now), guestId })
})
