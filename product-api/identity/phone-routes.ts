import { Hono, type Context } from 'hono'
import type { Api } from '../env.ts'
import { neverKept } from './bearer.ts'
import { callerOf } from './caller.ts'
import * as fields from './fields.ts'
import { smsGateway } from './gateways.ts'
import { codeText } from './letters.ts'
import { clearAttempts, countAttempt, tooMany } from './limits.ts'
import {
  codeLifeSeconds,
  lastPhoneCode,
  newPhoneCode,
  resendAfterSeconds,
  unsentPhoneCode,
  usePhoneCode,
} from './phone-codes.ts'
import { readBody } from './request-body.ts'
import { readSettings, secretsOf } from './settings.ts'
import { signIn } from './sign-in.ts'
import { addUser, userBy } from './users.ts'

/** Signing in by a code sent to a phone; a number seen for the first time is registered by that. Nothing depends on
 *  whether it is known before the code has come back, so nothing tells. */
export const phoneSignIn = new Hono<Api>()
phoneSignIn.use(neverKept)

/** Asked again within 30 seconds (a page reloaded, a button pressed twice), the code on its way stays the one. */
phoneSignIn.post('/registerPhone', async (c) => {
  const { phone, sent } = await sendCode(c)
  if (sent) return c.json(sent)
  const { usable, ...last } = await lastPhoneCode(c.env.DB, phone, new Date())
  if (!usable) throw tooMany(c, last.resendAfterSeconds)
  return c.json({ ok: true, ...last })
})

phoneSignIn.post('/resend-otp', async (c) => {
  const { phone, sent } = await sendCode(c)
  if (sent) return c.json(sent)
  const last = await lastPhoneCode(c.env.DB, phone, new Date())
  throw tooMany(c, last.resendAfterSeconds)
})

/** Sends a code to the phone in the body; sends none where the last one is younger than 30 seconds. */
async function sendCode(c: Context<Api>) {
  const gateway = smsGateway(readSettings(c.env))
  const { phone } = await readBody(c, { phone: fields.phone })
  await countAttempt(c, 'send-code', phone)
  const code = await newPhoneCode(c.env.DB, secretsOf(c.env)[0], phone, new Date())
  if (code === null) return { phone, sent: null }
  const { locale, siteHost } = callerOf(c)
  try {
    await gateway.sendCode(phone, codeText(locale, code, siteHost), locale)
  } catch (error) {
    await unsentPhoneCode(c.env.DB, phone)
    throw error
  }
  return { phone, sent: { ok: true, resendAfterSeconds, expiresInSeconds: codeLifeSeconds } }
}

phoneSignIn.post('/verifyOtp', async (c) => {
  const { phone, otp } = await readBody(c, { phone: fields.phone, otp: fields.otp })
  await countAttempt(c, 'verify-code', phone)
  const now = new Date()
  await usePhoneCode(c.env.DB, secretsOf(c.env), phone, otp, now)
  await clearAttempts(c, 'verify-code', phone)
  await clearAttempts(c, 'send-code', phone)
  const found = await userBy(c.env.DB, 'phone', phone)
  if (found) return signIn(c, found)
  const added = await addUser(c.env.DB, { provider: 'phone', phone, confirmed: true }, now)
  // Null only where another code of the same phone registered it in this moment.
  return signIn(c, added ?? (await userBy(c.env.DB, 'phone', phone))!)
})
