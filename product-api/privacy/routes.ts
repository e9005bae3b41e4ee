import { Hono, type Context } from 'hono'
import { parentConfirmation, parentRequest, privacyChange } from '../../domain/contracts/privacy.ts'
import { clientInfo } from '../client-info.ts'
import type { PreparedStatement } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { noStore, requireMember } from '../identity/authentication.ts'
import { mailGateway, smsGateway } from '../identity/message-gateways.ts'
import { enforceRateLimit } from '../identity/rate-limits.ts'
import { identitySettings, jwtSecretsOf } from '../identity/settings.ts'
import { validation } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { confirmParent, createParentCode, parentCodeSeconds } from './parent-codes.ts'
import type { ParentContact } from './parent-codes.ts'
import { parentMail, parentSms } from './parent-texts.ts'
import { privacyOf, setAgeBand, setNominee, setReminders } from './privacy-choices.ts'

/** A member's age band, consent and nominee, and the consent of a minor's parent. */
export const privacyRoutes = new Hono<ApiEnv>()
privacyRoutes.use('/privacy/*', noStore)

const answer = async (c: Context<ApiEnv>, userId: number) =>
  c.json({ data: await privacyOf(c.env.DB, userId), meta: {} })

privacyRoutes.get('/privacy', async (c) => answer(c, requireMember(c).user.id))

privacyRoutes.put('/privacy', async (c) => {
  const { user } = requireMember(c)
  const { ageBand, reminders, nominee } = await readBody(c, privacyChange)
  const { DB: db } = c.env
  const now = new Date()
  if (ageBand !== undefined) {
    const { results } = await setAgeBand(db, user.id, ageBand, now).all()
    if (results.length === 0) throw validation('ageBand was answered already')
  }
  const { reminders: allowed } = await privacyOf(db, user.id)
  if (reminders === true && !allowed.isAllowed)
    throw validation('reminders need an age, and under 18 the consent of a parent')
  const statements: PreparedStatement[] = [
    ...(reminders === undefined ? [] : [setReminders(db, user.id, reminders, now)]),
    ...(nominee === undefined ? [] : [setNominee(db, user.id, nominee, now)]),
  ]
  if (statements.length > 0) await db.batch(statements)
  return answer(c, user.id)
})

/** The parent's contact differs from the member's own: nobody consents for themselves. */
privacyRoutes.post('/privacy/parent', async (c) => {
  const { user } = requireMember(c)
  const parent = await readBody(c, parentRequest)
  if (user.age_band !== 'minor') throw validation('only members under 18 need a parent')
  if (parent.value === user.email || parent.value === user.phone)
    throw validation('the contact must not be your own')
  const send = senderOf(c, parent, user.name ?? user.username)
  await enforceRateLimit(c, 'new-contact', String(user.id))
  const [secret] = jwtSecretsOf(c.env)
  await send(await createParentCode(c.env.DB, secret, user.id, parent, new Date()))
  return c.json({ ok: true, expiresInSeconds: parentCodeSeconds })
})

privacyRoutes.post('/privacy/parent/confirm', async (c) => {
  const { user } = requireMember(c)
  const { code } = await readBody(c, parentConfirmation)
  await confirmParent(c.env.DB, jwtSecretsOf(c.env), user.id, code, new Date())
  return answer(c, user.id)
})

/** Errors: Refusal 503 where no gateway is configured. */
function senderOf(c: Context<ApiEnv>, { kind, value }: ParentContact, child: string) {
  const settings = identitySettings(c.env)
  const { locale } = clientInfo(c)
  switch (kind) {
    case 'email': {
      const gateway = mailGateway(settings)
      return (code: string) => {
        const { subject, text } = parentMail(locale, child, code)
        return gateway.sendMail(value, subject, text)
      }
    }
    case 'phone': {
      const gateway = smsGateway(settings)
      return async (code: string) => {
        await enforceRateLimit(c, 'send-code', value)
        await gateway.sendSms(value, parentSms(locale, child, code))
      }
    }
  }
}
