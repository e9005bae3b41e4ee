import { Hono, type Context } from 'hono'
import {
  changePasswordRequest,
  forgotPasswordRequest,
  registrationRequest,
  resetPasswordRequest,
  signInRequest,
} from '../../domain/contracts/identity.ts'
import type { ApiEnv } from '../env.ts'
import { validation } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { countForAttack } from './attack-meter.ts'
import { logAuthEvent } from './auth-events.ts'
import { requireMember, noStore } from './authentication.ts'
import { clientInfo, knownDeviceOf } from '../client-info.ts'
import { requireHuman } from './human-check.ts'
import { mailGateway } from './message-gateways.ts'
import { passwordResetMail } from './message-texts.ts'
import {
  checkPasswordIsNotContact,
  checkPasswordConfirmation,
  setPassword,
} from './password-change.ts'
import { hashRegistrationPassword, verifySignInPassword } from './password-attempts.ts'
import { verifyPassword } from './passwords.ts'
import { resetRateLimit, enforceRateLimit } from './rate-limits.ts'
import { applicationError } from './refusals.ts'
import { createResetCode, resetCodeUserId, redeemResetCode } from './reset-codes.ts'
import { replaceRefreshToken } from './sessions.ts'
import { identitySettings, notConfigured } from './settings.ts'
import { sessionResponse, signIn } from './sign-in.ts'
import { insertUser, findUser } from './users.ts'

/** Signing in and registering by password, and resetting a forgotten one. */
export const passwordRoutes = new Hono<ApiEnv>()
passwordRoutes.use(noStore)

passwordRoutes.post('/local', async (c) => {
  const { identifier, password } = await readBody(c, signInRequest)
  const user = await findUser(c.env.DB, identifier.key, identifier.value)
  const client = clientInfo(c)
  const knownDevice = knownDeviceOf(client, user?.id)
  await enforceRateLimit(c, 'sign-in', { account: identifier.value, knownDevice })
  if (knownDevice === null) await requireHuman(c, 'password')
  const hash = user?.password_hash ?? null
  const isRight = await verifySignInPassword(client, password, hash, knownDevice !== null)
  if (!isRight) countForAttack('password', Date.now())
  if (user && !isRight) logAuthEvent(c, { userId: user.id, kind: 'wrong-password' })
  if (!user || !isRight) throw validation('Invalid identifier or password')
  await resetRateLimit(c, 'sign-in', identifier.value)
  return signIn(c, user, 'signed-in-by-password')
})

passwordRoutes.post('/local/register', async (c) => {
  const { user_source: source, ...given } = await readBody(c, registrationRequest)
  const { username, name, email, password, ageBand } = given
  checkPasswordIsNotContact(password, [email, username ?? null, name ?? null])
  await enforceRateLimit(c, 'register', email)
  await requireHuman(c, 'register')
  countForAttack('register', Date.now())
  const passwordHash = await hashRegistrationPassword(clientInfo(c), password)
  const person = { username, name, email, passwordHash, ageBand, source, confirmed: false }
  const user = await insertUser(c.env.DB, { provider: 'local', ...person }, new Date())
  if (!user) throw applicationError('Email or Username are already taken')
  return signIn(c, user, 'registered')
})

// Neither the answer nor its time shows whether there is such an account: everything that depends
// on it runs in `waitUntil`, after the answer.
passwordRoutes.post('/forgot-password', async (c) => {
  mailGateway(identitySettings(c.env))
  const { email } = await readBody(c, forgotPasswordRequest)
  const { siteHost } = clientInfo(c)
  // The link in the letter leads there: only the operator's setting may say so, never a request.
  if (siteHost === null) throw notConfigured('Resetting passwords', 'SITE_URL (of the site)')
  await enforceRateLimit(c, 'forgot', email)
  c.executionCtx.waitUntil(
    sendPasswordResetMail(c, email, siteHost).catch((error: unknown) => {
      console.error(JSON.stringify({ at: 'forgot-password', error: String(error) }))
    }),
  )
  return c.json({ ok: true })
})

async function sendPasswordResetMail(c: Context<ApiEnv>, email: string, siteHost: string) {
  const user = await findUser(c.env.DB, 'email', email)
  if (!user || user.blocked === 1) return
  const settings = identitySettings(c.env)
  const code = await createResetCode(c.env.DB, user.id, new Date())
  logAuthEvent(c, { userId: user.id, kind: 'reset-requested' })
  const scheme = /^(localhost|127\.0\.0\.1)(:|$)/.test(siteHost) ? 'http' : 'https'
  const link = `${scheme}://${siteHost}${settings.resetPasswordPath}?code=${code}`
  const { subject, text } = passwordResetMail(clientInfo(c).locale, link)
  await mailGateway(settings).sendMail(email, subject, text)
}

passwordRoutes.post('/reset-password', async (c) => {
  const { code, ...choice } = await readBody(c, resetPasswordRequest)
  checkPasswordConfirmation(choice)
  await enforceRateLimit(c, 'reset', code)
  const now = new Date()
  const ownerId = await resetCodeUserId(c.env.DB, code, now)
  const owner = ownerId === null ? null : await findUser(c.env.DB, 'id', ownerId)
  if (!owner) throw validation('Incorrect code provided')
  checkPasswordIsNotContact(choice.password, [
    ...[owner.email, owner.phone, owner.username, owner.name],
  ])
  if (!(await redeemResetCode(c.env.DB, code))) throw validation('Incorrect code provided')
  const effects = { exceptSessionId: null, isMailboxVerified: true }
  const changed = await setPassword(c.env.DB, owner.id, choice.password, effects, now)
  return signIn(c, changed, 'signed-in-by-reset')
})

/** Changes a member's password and signs out every other device. */
export const passwordChangeRoutes = new Hono<ApiEnv>()
passwordChangeRoutes.use(noStore)

passwordChangeRoutes.post('/', async (c) => {
  const { user, sessionId } = requireMember(c)
  const { currentPassword, ...choice } = await readBody(c, changePasswordRequest)
  checkPasswordConfirmation(choice)
  checkPasswordIsNotContact(choice.password, [
    ...[user.email, user.phone, user.username, user.name],
  ])
  await enforceRateLimit(c, 'own-password', String(user.id))
  if (!(await verifyPassword(currentPassword, user.password_hash)))
    throw validation('The provided current password is invalid')
  if (choice.password === currentPassword)
    throw validation('Your new password must be different than your current password')
  const now = new Date()
  const effects = { exceptSessionId: sessionId, isMailboxVerified: false }
  const changed = await setPassword(c.env.DB, user.id, choice.password, effects, now)
  await resetRateLimit(c, 'own-password', String(user.id))
  logAuthEvent(c, { userId: user.id, kind: 'password-changed' })
  const refreshToken = await replaceRefreshToken(c.env.DB, sessionId, now)
  return sessionResponse(c, changed, { sessionId, refreshToken }, now)
})
