import { Hono, type Context } from 'hono'
import type { ApiEnv } from '../env.ts'
import { noStore } from './authentication.ts'
import { clientInfo } from './client-info.ts'
import * as fields from './fields.ts'
import { smsGateway } from './message-gateways.ts'
import { otpSmsText } from './message-texts.ts'
import { resetRateLimit, enforceRateLimit, tooManyRequests } from './rate-limits.ts'
import {
  codeLifetimeSeconds,
  phoneCodeStatus,
  createPhoneCode,
  resendAfterSeconds,
  allowImmediateResend,
  redeemPhoneCode,
} from './phone-codes.ts'
import { readBody } from './request-body.ts'
import { identitySettings, jwtSecretsOf } from './settings.ts'
import { signIn } from './sign-in.ts'
import { insertUser, findUser } from './users.ts'

/** Signing in by a code sent to a phone; a number seen for the first time is registered by that. Nothing depends on
 *  whether it is known before the code has come back, so nothing tells. */
export const phoneRoutes = new Hono<ApiEnv>()
phoneRoutes.use(noStore)

/** Asked again within 30 seconds (a page reloaded, a button pressed twice), the code on its way stays the one. */
phoneRoutes.post('/registerPhone', async (c) => {
  const { phone, sent } = await sendCode(c)
  if (sent) return c.json(sent)
  const { usable, ...last } = await phoneCodeStatus(c.env.DB, phone, new Date())
  if (!usable) throw tooManyRequests(c, last.resendAfterSeconds)
  return c.json({ ok: true, ...last })
})

phoneRoutes.post('/resend-otp', async (c) => {
  const { phone, sent } = await sendCode(c)
  if (sent) return c.json(sent)
  const last = await phoneCodeStatus(c.env.DB, phone, new Date())
  throw tooManyRequests(c, last.resendAfterSeconds)
})

/** Sends a code to the phone in the body; sends none where the last one is younger than 30 seconds. */
async function sendCode(c: Context<ApiEnv>) {
  const gateway = smsGateway(identitySettings(c.env))
  const { phone } = await readBody(c, { phone: fields.phone })
  await enforceRateLimit(c, 'send-code', phone)
  const code = await createPhoneCode(c.env.DB, jwtSecretsOf(c.env)[0], phone, new Date())
  if (code === null) return { phone, sent: null }
  const { locale, siteHost } = clientInfo(c)
  try {
    await gateway.sendCode(phone, otpSmsText(locale, code, siteHost), locale)
  } catch (error) {
    await allowImmediateResend(c.env.DB, phone)
    throw error
  }
  return { phone, sent: { ok: true, resendAfterSeconds, expiresInSeconds: codeLifetimeSeconds } }
}

phoneRoutes.post('/verifyOtp', async (c) => {
  const { phone, otp } = await readBody(c, { phone: fields.phone, otp: fields.otp })
  await enforceRateLimit(c, 'verify-code', phone)
  const now = new Date()
  await redeemPhoneCode(c.env.DB, jwtSecretsOf(c.env), phone, otp, now)
  await resetRateLimit(c, 'verify-code', phone)
  await resetRateLimit(c, 'send-code', phone)
  const found = await findUser(c.env.DB, 'phone', phone)
  if (found) return signIn(c, found)
  const added = await insertUser(c.env.DB, { provider: 'phone', phone, confirmed: true }, now)
  // Null only where another code of the same phone registered it in this moment.
  return signIn(c, added ?? (await findUser(c.env.DB, 'phone', phone))!)
})
