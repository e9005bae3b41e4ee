import { Hono, type MiddlewareHandler } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { takeFault } from '../payment-provider/active-faults.ts'
import { randomId } from '../payment-provider/ids.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { store, emulator } from './store.ts'
import { refusal } from './problems.ts'
import { merchantAccount, type PhonePeEnv } from './settings.ts'

const lifetimeSec = 3600

export const tokenRoutes = new Hono<PhonePeEnv>()

tokenRoutes.post(
  '/v1/oauth/token',
  withLateAnswer(emulator, 'token'),
  withFaults(emulator, 'token'),
  async (c) => {
    const { clientId, clientSecret, clientVersion } = merchantAccount(c)
    const form = await c.req.parseBody()
    if (form.grant_type !== 'client_credentials')
      return refusal(400, 'grant_type must be client_credentials')
    if (
      form.client_id !== clientId ||
      form.client_secret !== clientSecret ||
      form.client_version !== clientVersion
    )
      return refusal(401, 'Client authentication failed')
    const accessToken = randomId(120, 'token')
    const nowSec = Math.floor(nowMs(emulator) / 1000)
    store.tokens.set(accessToken, { expiresMs: (nowSec + lifetimeSec) * 1000 })
    return c.json({
      access_token: accessToken,
      encrypted_access_token: accessToken,
      refresh_token: randomId(60, 'token'),
      expires_in: lifetimeSec,
      issued_at: nowSec,
      expires_at: nowSec + lifetimeSec,
      session_expires_at: nowSec + lifetimeSec,
      token_type: 'O-Bearer',
    })
  },
)

/** Middleware: 401 without an access token that was issued here and has not expired. */
export const requireToken: MiddlewareHandler<PhonePeEnv> = async (c, next) => {
  const given = /^O-Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  if (takeFault(emulator, 'expired-token')) store.tokens.clear()
  const known = given === undefined ? undefined : store.tokens.get(given)
  return known && nowMs(emulator) < known.expiresMs ? next() : refusal(401, 'Unauthorized')
}
