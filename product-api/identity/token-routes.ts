import { Hono } from 'hono'
import * as v from 'valibot'
import type { Api } from '../env.ts'
import { neverKept } from './bearer.ts'
import { randomToken } from './digests.ts'
import { countAttempt } from './limits.ts'
import { rotate } from './refresh-tokens.ts'
import { readBody } from './request-body.ts'
import { secretsOf } from './settings.ts'
import { accessToken, guestToken, guestTokenSeconds } from './signed-tokens.ts'
import { Refusal } from '../strapi/errors.ts'

/** Renewing a member's token. The old access token may be over by now, and is not looked at. */
export const refresh = new Hono<Api>()
refresh.use(neverKept)

refresh.post('/refresh', async (c) => {
  const { refreshToken } = await readBody(c, { refreshToken: v.optional(v.unknown()) })
  if (typeof refreshToken !== 'string' || refreshToken === '')
    throw new Refusal(400, 'BadRequestError', 'Missing refresh token', {})
  const secrets = secretsOf(c.env)
  const now = new Date()
  const renewed = await rotate(c.env.DB, refreshToken, now)
  return c.json({
    jwt: await accessToken(secrets, renewed, now),
    refreshToken: renewed.refreshToken,
  })
})

/** A name for a visitor, under which attempts can be kept for half a year. */
export const guests = new Hono<Api>()
guests.use(neverKept)

guests.get('/token', async (c) => {
  const secrets = secretsOf(c.env)
  await countAttempt(c, 'guest')
  const [now, guestId] = [new Date(), randomToken()]
  const end = new Date(now.getTime() + guestTokenSeconds * 1000)
  await c.env.DB.prepare('INSERT INTO guests (id, created_at, expires_at) VALUES (?, ?, ?)')
    .bind(guestId, now.toISOString(), end.toISOString())
    .run()
  return c.json({ jwt: await guestToken(secrets, guestId, now), guestId })
})
