import { Hono, type Context } from 'hono'
import {
  newPasskeyRequest,
  passkeySignInRequest,
  type Passkey,
} from '../../domain/contracts/passkeys.ts'
import { clientInfo } from '../client-info.ts'
import type { ApiEnv } from '../env.ts'
import { notFound, Refusal, validation } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { logAuthEvent } from './auth-events.ts'
import { noStore, requireMember } from './authentication.ts'
import {
  createPasskeyChallenge,
  passkeyChallengeEnd,
  redeemPasskeyChallenge,
} from './passkey-challenges.ts'
import { tellAboutPasskey } from './passkey-notice.ts'
import { registrationOptions, signInOptions, userHandleOf } from './passkey-options.ts'
import {
  claimedChallenge,
  verifyNewPasskey,
  verifyPasskeyAssertion,
} from './passkey-verification.ts'
import {
  countPasskeyUse,
  deletePasskey,
  findPasskey,
  insertPasskey,
  maxPasskeys,
  passkeysOf,
  type PasskeyRow,
} from './passkeys.ts'
import { enforceRateLimit } from './rate-limits.ts'
import { applicationError } from './refusals.ts'
import { relyingPartyOf } from './relying-party.ts'
import { isRecentSession } from './sessions.ts'
import { jwtSecretsOf } from './settings.ts'
import { signIn } from './sign-in.ts'
import { findUser } from './users.ts'

/** Signing in by a passkey: finger, face or screen lock of the device. */
export const passkeySignInRoutes = new Hono<ApiEnv>()
passkeySignInRoutes.use(noStore)

passkeySignInRoutes.post('/options', async (c) => {
  const client = clientInfo(c)
  const site = relyingPartyOf(client)
  await enforceRateLimit(c, 'passkey')
  const owner = { browser: client.deviceId, userId: null }
  const challenge = await createPasskeyChallenge(jwtSecretsOf(c.env)[0], owner, new Date())
  return c.json(signInOptions(site, challenge))
})

passkeySignInRoutes.post('/', async (c) => {
  const { credential } = await readBody(c, passkeySignInRequest)
  const client = clientInfo(c)
  const site = relyingPartyOf(client)
  await enforceRateLimit(c, 'passkey')
  const now = new Date()
  const stored = await findPasskey(c.env.DB, credential.id)
  const refuse = (reason: string) => {
    logRefusal(reason)
    if (stored) logAuthEvent(c, { userId: stored.user_id, kind: 'wrong-passkey' })
    return wrongPasskey()
  }
  const redeemed = await usableChallenge(c, credential.response, null, now)
  if (!redeemed) throw refuse('challenge')
  if (!stored) throw refuse('unknown')
  const { userHandle } = credential.response
  if (userHandle && userHandle !== userHandleOf(stored.user_handle)) throw refuse('user handle')
  const verified = await verifyPasskeyAssertion(credential, redeemed.challenge, stored, site)
  if (!verified.ok) throw refuse(verified.error)
  if (!(await redeemPasskeyChallenge(c.env.DB, redeemed.challenge, redeemed.end)))
    throw refuse('challenge used before')
  if (!(await countPasskeyUse(c.env.DB, credential.id, verified.value.counter, now)))
    throw refuse('counter')
  const user = await findUser(c.env.DB, 'id', stored.user_id)
  if (!user) throw refuse('account deleted')
  return signIn(c, user, 'signed-in-by-passkey')
})

/** A member's own passkeys. */
export const passkeyRoutes = new Hono<ApiEnv>()
passkeyRoutes.use(noStore)

passkeyRoutes.get('/', async (c) => {
  const rows = await passkeysOf(c.env.DB, requireMember(c).user.id)
  return c.json({ data: rows.map(passkeyJson), meta: {} })
})

passkeyRoutes.post('/options', async (c) => {
  const { user, sessionId } = requireMember(c)
  const client = clientInfo(c)
  const site = relyingPartyOf(client)
  await enforceRateLimit(c, 'new-passkey', String(user.id))
  const now = new Date()
  // Whoever finds a browser signed in must not make a key of their own.
  if (!(await isRecentSession(c.env.DB, sessionId, now))) throw signInAgain()
  const known = await passkeysOf(c.env.DB, user.id)
  if (known.length >= maxPasskeys) throw applicationError('Too many passkeys')
  const owner = { browser: client.deviceId, userId: user.id }
  const challenge = await createPasskeyChallenge(jwtSecretsOf(c.env)[0], owner, now)
  return c.json(registrationOptions(site, challenge, user, known))
})

passkeyRoutes.post('/', async (c) => {
  const { user } = requireMember(c)
  const { credential } = await readBody(c, newPasskeyRequest)
  const client = clientInfo(c)
  const site = relyingPartyOf(client)
  const now = new Date()
  const redeemed = await usableChallenge(c, credential.response, user.id, now)
  if (!redeemed) throw wrongPasskey()
  const made = await verifyNewPasskey(credential, redeemed.challenge, site)
  if (!made.ok) {
    logRefusal(made.error)
    throw wrongPasskey()
  }
  if (!(await redeemPasskeyChallenge(c.env.DB, redeemed.challenge, redeemed.end)))
    throw wrongPasskey()
  const { transports } = credential.response
  const row = { ...made.value, transports, userId: user.id, userAgent: client.userAgent }
  const added = await insertPasskey(c.env.DB, row, now)
  if (!added) throw applicationError('This passkey cannot be added')
  logAuthEvent(c, { userId: user.id, kind: 'passkey-added' })
  tellAboutPasskey(c, user)
  return c.json({ data: passkeyJson(added), meta: {} })
})

passkeyRoutes.delete('/:id', async (c) => {
  const { user } = requireMember(c)
  if (!(await deletePasskey(c.env.DB, user.id, c.req.param('id')))) throw notFound()
  logAuthEvent(c, { userId: user.id, kind: 'passkey-removed' })
  return c.json({ ok: true })
})

const passkeyJson = (row: PasskeyRow): Passkey => ({
  id: row.credential_id,
  userAgent: row.user_agent,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

/** The challenge that the browser signed, if it was made for this browser and this member. */
async function usableChallenge(
  c: Context<ApiEnv>,
  { clientDataJSON }: { clientDataJSON: string },
  userId: number | null,
  now: Date,
) {
  const challenge = claimedChallenge(clientDataJSON)
  const owner = { browser: clientInfo(c).deviceId, userId }
  const end = await passkeyChallengeEnd(jwtSecretsOf(c.env), challenge, owner, now)
  return end && { challenge, end }
}

const logRefusal = (reason: string) =>
  console.warn(JSON.stringify({ at: 'passkeys', refused: reason.slice(0, 200) }))

/** One answer to all that is wrong, so that it says nothing about accounts and keys. */
const wrongPasskey = () => validation('Invalid passkey')

const signInAgain = () => new Refusal(403, 'RecentSignInError', 'Please sign in again', {})
