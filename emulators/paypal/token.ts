import { Hono, type MiddlewareHandler } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { takeFault } from '../payment-provider/active-faults.ts'
import { randomId } from '../payment-provider/ids.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { store, emulator } from './store.ts'
import { refusal } from './problems.ts'
import { merchantAccount, type PayPalEnv } from './settings.ts'

const lifetimeSec = 32_400

export const tokenRoutes = new Hono<PayPalEnv>()

tokenRoutes.post(
  '/v1/oauth2/token',
  withLateAnswer(emulator, 'token'),
  withFaults(emulator, 'token'),
  async (c) => {
    const { clientId, clientSecret } = merchantAccount(c)
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
    store.tokens.set(accessToken, { expiresMs: nowMs(emulator) + lifetimeSec * 1000 })
    return c.json({
      scope: 'https://uri.paypal.com/services/payments/payment',
      access_token: accessToken,
      token_type: 'Bearer',
      app_id: 'APP-EMULATOR',
      expires_in: lifetimeSec,
      nonce: `${new Date(nowMs(emulator)).toISOString()}${randomId(20, 'token')}`,
    })
  },
)

/** Middleware: 401 without an access token that was issued here and has not expired. */
export const requireToken: MiddlewareHandler<PayPalEnv> = async (c, next) => {
  const given = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  if (!given) return refusal(401, { issue: 'INVALID_TOKEN', location: 'header' })
  if (takeFault(emulator, 'expired-token')) store.tokens.clear()
  const known = store.tokens.get(given)
  if (!known || nowMs(emulator) >= known.expiresMs)
    return c.json(
      { error: 'invalid_token', error_description: 'Token signature verification failed' },
      401,
    )
  return next()
}
