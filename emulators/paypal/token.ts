import { Hono, type MiddlewareHandler } from 'hono'
import { nowMs } from '../books/desk.ts'
import { take } from '../books/faults.ts'
import { randomId } from '../books/ids.ts'
import { late, troubled } from '../books/trouble.ts'
import { book, desk } from './book.ts'
import { refusal } from './problems.ts'
import { accountOf, type PayPal } from './settings.ts'

const lifetimeSec = 32_400

export const token = new Hono<PayPal>()

token.post('/v1/oauth2/token', late(desk, 'token'), troubled(desk, 'token'), async (c) => {
  const { clientId, clientSecret } = accountOf(c)
  if (c.req.header('authorization') !== `Basic ${btoa(`${clientId}:${clientSecret}`)}`)
    return c.json(
      { error: 'invalid_client', error_description: 'Client Authentication failed' },
      401,
    )
  const { grant_type: grant } = await c.req.parseBody()
  if (grant !== 'client_credentials')
    return c.json(
      { error: 'unsupported_grant_type', error_description: 'Grant Type is not supported' },
      400,
    )
  const accessToken = `A21AA${randomId(80, 'token')}`
  book.tokens.set(accessToken, { expiresMs: nowMs(desk) + lifetimeSec * 1000 })
  return c.json({
    scope: 'https://uri.paypal.com/services/payments/payment',
    access_token: accessToken,
    token_type: 'Bearer',
    app_id: 'APP-EMULATOR',
    expires_in: lifetimeSec,
    nonce: `${new Date(nowMs(desk)).toISOString()}${randomId(20, 'token')}`,
  })
})

/** Lets a call pass that carries a token of ours which is not over. */
export const bearer: MiddlewareHandler<PayPal> = async (c, next) => {
  const given = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  if (!given) return refusal(401, { issue: 'INVALID_TOKEN', location: 'header' })
  if (take(desk, 'expired-token')) book.tokens.clear()
  const known = book.tokens.get(given)
  if (!known || nowMs(desk) >= known.expiresMs)
    return c.json(
      { error: 'invalid_token', error_description: 'Token signature verification failed' },
      401,
    )
  return next()
}
