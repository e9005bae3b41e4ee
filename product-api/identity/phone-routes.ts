import { Hono, type Context } from 'hono'
import { codeRequest, phoneRequest } from '../../domain/contracts/identity.ts'
import type { ApiEnv } from '../env.ts'
import { readBody } from '../strapi/request-body.ts'
import { countForAttack } from './attack-meter.ts'
import { logAuthEvent } from './auth-events.ts'
import { noStore } from './authentication.ts'
import { clientInfo, knownDeviceOf } from '../client-info.ts'
import { requireHuman } from './human-check.ts'
import { smsGateway } from './message-gateways.ts'
import { otpSmsText } from './message-texts.ts'
import {
  codeLifetimeSeconds,
  phoneCodeStatus,
  createPhoneCode,
  resendAfterSeconds,
  allowImmediateResend,
  redeemPhoneCode,
} from './phone-codes.ts'
import { resetRateLimit, enforceRateLimit, tooManyRequests } from './rate-limits.ts'
import { identitySettings, jwtSecretsOf } from './settings.ts'
import { signIn } from './sign-in.ts'
import { insertUser, findUser } from './users.ts'

/** Signing in by a code sent to a phone, which registers a new number. Nothing depends on whether
 *  the number is known before its code is redeemed, so no answer reveals it. */
export const phoneRoutes = new Hono<ApiEnv>()
phoneRoutes.use(noStore)

// A repeated request within 30 seconds (a reload, a double click) keeps the code on its way valid.
phoneRoutes.post('/registerPhone', async (c) => {
  const { owner, sent } = await sendCode(c)
  if (sent) return c.json(sent)
  const { isUsable, ...last } = await phoneCodeStatus(c.env.DB, owner, new Date())
  if (!isUsable) throw tooManyRequests(c, last.resendAfterSeconds)
  return c.json({ ok: true, ...last })
})

phoneRoutes.post('/resend-otp', async (c) => {
  const { owner, sent } = await sendCode(c)
  if (sent) return c.json(sent)
  const last = await phoneCodeStatus(c.env.DB, owner, new Date())
  throw tooManyRequests(c, last.resendAfterSeconds)
})

/** Sends a code to the phone in the body, unless this browser asked for one less than 30 seconds
 *  ago. */
async function sendCode(c: Context<ApiEnv>) {
  const gateway = smsGateway(identitySettings(c.env))
  const { phone } = await readBody(c, phoneRequest)
  const client = clientInfo(c)
  const { locale, siteHost, deviceId: browser } = client
  const owner = { phone, browser }
  const known = await findUser(c.env.DB, 'phone', phone)
  const knownDevice = knownDeviceOf(client, known?.id)
  await enforceRateLimit(c, 'send-code', { account: phone, knownDevice })
  if (knownDevice === null) await requireHuman(c, 'phone-code')
  countForAttack('phone-code', Date.now())
  const code = await createPhoneCode(c.env.DB, jwtSecretsOf(c.env)[0], owner, new Date())
  if (code === null) return { owner, sent: null }
  try {
    await gateway.sendSms(phone, otpSmsText(locale, code, siteHost))
  } catch (error) {
    await allowImmediateResend(c.env.DB, owner)
    throw error
  }
  return { owner, sent: { ok: true, resendAfterSeconds, expiresInSeconds: codeLifetimeSeconds } }
}

phoneRoutes.post('/verifyOtp', async (c) => {
  const { phone, otp, user_source: source } = await readBody(c, codeRequest)
  const client = clientInfo(c)
  const found = await findUser(c.env.DB, 'phone', phone)
  // Of the phone in this browser: what others try in theirs is no reason to refuse this one.
  const account = `${phone} ${client.deviceId}`
  await enforceRateLimit(c, 'verify-code', {
    account,
    knownDevice: knownDeviceOf(client, found?.id),
  })
  const now = new Date()
  const owner = { phone, browser: client.deviceId }
  await redeemPhoneCode(c.env.DB, jwtSecretsOf(c.env), owner, otp, now).catch((error: unknown) => {
    if (found) logAuthEvent(c, { userId: found.id, kind: 'wrong-code' })
    throw error
  })
  await resetRateLimit(c, 'verify-code', account)
  await resetRateLimit(c, 'send-code', phone)
  if (found) return signIn(c, found, 'signed-in-by-phone')
  const person = { provider: 'phone', phone, source, confirmed: true } as const
  const added = await insertUser(c.env.DB, person, now)
  if (added) return signIn(c, added, 'registered')
  // A simultaneous request has just registered the same phone.
  return signIn(c, (await findUser(c.env.DB, 'phone', phone))!, 'signed-in-by-phone')
})
