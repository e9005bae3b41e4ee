import { Hono, type Context } from 'hono'
import {
  contactChangeRequest,
  contactConfirmationRequest,
} from '../../domain/contracts/identity.ts'
import type { ApiEnv } from '../env.ts'
import { clientInfo } from '../client-info.ts'
import { validation } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { logAuthEvent } from './auth-events.ts'
import { noStore, requireMember } from './authentication.ts'
import {
  changeLifetimeSeconds,
  confirmContactChange,
  createContactChange,
  type Contact,
} from './contact-changes.ts'
import { mailGateway, smsGateway } from './message-gateways.ts'
import { contactChangedMail, contactCodeMail, otpSmsText } from './message-texts.ts'
import { verifyPassword } from './passwords.ts'
import { enforceRateLimit, resetRateLimit } from './rate-limits.ts'
import { identitySettings, jwtSecretsOf } from './settings.ts'
import { userJson, type User } from './users.ts'

/** A member's new e-mail address or phone: a code is sent there, and typed here. */
export const contactRoutes = new Hono<ApiEnv>()
contactRoutes.use(noStore)

/** The answer is the same whether or not another account has the contact. */
contactRoutes.post('/', async (c) => {
  const { user } = requireMember(c)
  const { password, contact } = await readBody(c, contactChangeRequest)
  const send = senderOf(c, contact)
  if (user.password_hash !== null) await requirePassword(c, user, password)
  await enforceRateLimit(c, 'new-contact', String(user.id))
  const [secret] = jwtSecretsOf(c.env)
  await send(await createContactChange(c.env.DB, secret, user.id, contact, new Date()))
  return c.json({ ok: true, expiresInSeconds: changeLifetimeSeconds })
})

contactRoutes.post('/confirm', async (c) => {
  const { user, sessionId } = requireMember(c)
  const { code } = await readBody(c, contactConfirmationRequest)
  const now = new Date()
  const own = { id: user.id, sessionId }
  const changed = await confirmContactChange(c.env.DB, jwtSecretsOf(c.env), own, code, now)
  logAuthEvent(c, { userId: user.id, kind: 'contact-changed' })
  if (changed.email !== user.email && user.email !== null && user.confirmed === 1)
    c.executionCtx.waitUntil(tellFormerAddress(c, user.email, user.locale))
  return c.json(await userJson(c.env.DB, changed, now))
})

/** Errors: Refusal 503 where no gateway is configured. */
function senderOf(c: Context<ApiEnv>, { kind, value }: Contact) {
  const settings = identitySettings(c.env)
  const { locale, siteHost } = clientInfo(c)
  switch (kind) {
    case 'email': {
      const gateway = mailGateway(settings)
      return (code: string) => {
        const { subject, text } = contactCodeMail(locale, code)
        return gateway.sendMail(value, subject, text)
      }
    }
    case 'phone': {
      const gateway = smsGateway(settings)
      return async (code: string) => {
        await enforceRateLimit(c, 'send-code', value)
        await gateway.sendSms(value, otpSmsText(locale, code, siteHost))
      }
    }
  }
}

async function requirePassword(c: Context<ApiEnv>, user: User, password: string) {
  await enforceRateLimit(c, 'own-password', String(user.id))
  if (!(await verifyPassword(password, user.password_hash)))
    throw validation('The provided current password is invalid')
  await resetRateLimit(c, 'own-password', String(user.id))
}

/** So that the owner notices a change that somebody else has made. */
async function tellFormerAddress(c: Context<ApiEnv>, email: string, locale: User['locale']) {
  const { subject, text } = contactChangedMail(locale ?? clientInfo(c).locale)
  await mailGateway(identitySettings(c.env))
    .sendMail(email, subject, text)
    .catch((error: unknown) => {
      console.error(JSON.stringify({ at: 'contact-change', error: String(error) }))
    })
}
