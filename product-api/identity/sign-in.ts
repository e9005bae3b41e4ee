import type { Context } from 'hono'
import type { ApiEnv } from '../env.ts'
import { clientInfo, knownDeviceOf } from '../client-info.ts'
import { logAuthEvent, type AuthEventKind } from './auth-events.ts'
import { applicationError } from './refusals.ts'
import { startSession } from './sessions.ts'
import { jwtSecretsOf } from './settings.ts'
import { accessToken } from './signed-tokens.ts'
import { setLocale, userJson, type User } from './users.ts'

/** Starts a session on the client's device -> { jwt, refreshToken, user }. The caller has already
 *  authenticated the user; `kind` says how, for the log. Errors: Refusal 400 for a blocked user. */
export async function signIn(c: Context<ApiEnv>, user: User, kind: AuthEventKind) {
  if (user.blocked === 1)
    throw applicationError('Your account has been blocked by an administrator')
  const now = new Date()
  const client = clientInfo(c)
  const { sessionId, refreshToken } = await startSession(c.env.DB, user.id, client, now)
  // Who signs in on an unknown device may be somebody else: notices to the owner stay in theirs.
  const mayChoose = user.locale === null || knownDeviceOf(client, user.id) !== null
  if (mayChoose && user.locale !== client.locale) await setLocale(c.env.DB, user.id, client.locale)
  logAuthEvent(c, { userId: user.id, kind })
  return sessionResponse(c, user, { sessionId, refreshToken }, now)
}

/** The answer of every way to sign in: { jwt, refreshToken, user }. */
export async function sessionResponse(
  c: Context<ApiEnv>,
  user: User,
  { sessionId, refreshToken }: { sessionId: string; refreshToken: string },
  now: Date,
) {
  const jwt = await accessToken(jwtSecretsOf(c.env), { userId: user.id, sessionId }, now)
  return c.json({ jwt, refreshToken, user: await userJson(c.env.DB, user, now) })
}
