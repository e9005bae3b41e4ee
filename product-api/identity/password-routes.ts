import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import type { Api } from '../env.ts'
import { member, neverKept } from './bearer.ts'
import { callerOf } from './caller.ts'
import * as fields from './fields.ts'
import { mailGateway } from './gateways.ts'
import { resetLetter } from './letters.ts'
import { clearAttempts, countAttempt } from './limits.ts'
import { checkNotEmail, checkRepeated, choosePassword } from './password-choice.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { applicationError } from './refusals.ts'
import { readBody } from './request-body.ts'
import { newResetCode, resetCodeOwner, useResetCode } from './reset-codes.ts'
import { renewSession } from './sessions.ts'
import { readSettings } from './settings.ts'
import { signedIn, signIn } from './sign-in.ts'
import { addUser, userBy } from './users.ts'
import { validation } from '../strapi/errors.ts'

/** Signing in and registering by password, and a new one in place of a forgotten one. */
export const passwordSignIn = new Hono<Api>()
passwordSignIn.use(neverKept)

passwordSignIn.post('/local', async (c) => {
  const { identifier, password } = await readBody(c, {
    identifier: fields.identifier,
    password: fields.knownPassword('password'),
  })
  await countAttempt(c, 'sign-in', identifier.value)
  const user = await userBy(c.env.DB, identifier.key, identifier.value)
  const isRight = await isPassword(password, user?.password_hash ?? null)
  if (!user || !isRight) throw validation('Invalid identifier or password')
  await clearAttempts(c, 'sign-in', identifier.value)
  return signIn(c, user)
})

const registration = {
  username: v.optional(fields.username),
  email: fields.email,
  password: fields.newPassword,
}

passwordSignIn.post('/local/register', async (c) => {
  const { username, email, password } = await readBody(c, registration, { only: true })
  checkNotEmail(password, email)
  await countAttempt(c, 'register', email)
  const passwordHash = await hashPassword(password)
  const person = { provider: 'local', username, email, passwordHash, confirmed: false } as const
  const user = await addUser(c.env.DB, person, new Date())
  if (!user) throw applicationError('Email or Username are already taken')
  return signIn(c, user)
})

/** Whether there is such an account shows neither in the answer nor in its time: all that depends on it comes after it. */
passwordSignIn.post('/forgot-password', async (c) => {
  mailGateway(readSettings(c.env))
  const { email } = await readBody(c, { email: fields.email })
  const { siteHost } = callerOf(c)
  if (siteHost === null) throw validation('The header x-site-host is missing')
  await countAttempt(c, 'forgot', email)
  c.executionCtx.waitUntil(
    sendResetLetter(c, email, siteHost).catch((error: unknown) => {
      console.error(JSON.stringify({ at: 'forgot-password', error: String(error) }))
    }),
  )
  return c.json({ ok: true })
})

async function sendResetLetter(c: Context<Api>, email: string, siteHost: string) {
  const user = await userBy(c.env.DB, 'email', email)
  if (!user || user.blocked === 1) return
  const settings = readSettings(c.env)
  const code = await newResetCode(c.env.DB, user.id, new Date())
  const scheme = /^(localhost|127\.0\.0\.1)(:|$)/.test(siteHost) ? 'http' : 'https'
  const link = `${scheme}://${siteHost}${settings.resetPasswordPath}?code=${code}`
  const { subject, text } = resetLetter(callerOf(c).locale, link)
  await mailGateway(settings).sendMail(email, subject, text)
}

const chosenPassword = {
  password: fields.newPassword,
  passwordConfirmation: fields.passwordConfirmation,
}

passwordSignIn.post('/reset-password', async (c) => {
  const { code, ...choice } = await readBody(c, { code: fields.resetCode, ...chosenPassword })
  checkRepeated(choice)
  await countAttempt(c, 'reset', code)
  const now = new Date()
  const ownerId = await resetCodeOwner(c.env.DB, code, now)
  const owner = ownerId === null ? null : await userBy(c.env.DB, 'id', ownerId)
  if (!owner) throw validation('Incorrect code provided')
  checkNotEmail(choice.password, owner.email)
  if (!(await useResetCode(c.env.DB, code))) throw validation('Incorrect code provided')
  const kept = { keptSession: null, mailboxProved: true }
  return signIn(c, await choosePassword(c.env.DB, owner.id, choice.password, kept, now))
})

/** For a member, on this device: every other one is signed out. */
export const passwordChange = new Hono<Api>()
passwordChange.use(neverKept)

passwordChange.post('/', async (c) => {
  const { user, sessionId } = member(c)
  const { currentPassword, ...choice } = await readBody(c, {
    currentPassword: fields.knownPassword('currentPassword'),
    ...chosenPassword,
  })
  checkRepeated(choice)
  checkNotEmail(choice.password, user.email)
  await countAttempt(c, 'own-password', String(user.id))
  if (!(await isPassword(currentPassword, user.password_hash)))
    throw validation('The provided current password is invalid')
  if (choice.password === currentPassword)
    throw validation('Your new password must be different than your current password')
  const now = new Date()
  const kept = { keptSession: sessionId, mailboxProved: false }
  const changed = await choosePassword(c.env.DB, user.id, choice.password, kept, now)
  await clearAttempts(c, 'own-password', String(user.id))
  const refreshToken = await renewSession(c.env.DB, sessionId, now)
  return signedIn(c, changed, { sessionId, refreshToken }, now)
})
