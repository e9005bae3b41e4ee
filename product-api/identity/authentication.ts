import type { Context, MiddlewareHandler } from 'hono'
import type { Database } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { groupedReads } from '../grouped-reads.ts'
import { selectByKey } from '../joined-reads.ts'
import { forbidden, unauthorized } from './refusals.ts'
import { isSessionOver, revokedSessionRefusal, type RevokedReason } from './sessions.ts'
import { jwtSecretsOf, type IdentityBindings } from './settings.ts'
import { verifiedClaims, isExpired, type Claims } from './signed-tokens.ts'
import type { User } from './users.ts'

/** Sets the caller: `user` and `sessionId`, or `guest`; null for a request without a token. Errors,
 *  on public routes too as in Strapi: Refusal 401 for a token that is invalid or expired or whose
 *  session has ended; 499 if the account signed in on another device. Cost: one read for each
 *  request with a token, in a replica of those who are taking a test; none for a guest's
 *  own attempt. */
export const authenticate: MiddlewareHandler<ApiEnv> = async (c, next) => {
  c.set('user', null)
  c.set('sessionId', null)
  c.set('guest', null)
  const token = bearerTokenIn(c)
  if (token !== undefined) await setCaller(c, token, new Date())
  await next()
}

/** undefined: the request has none. */
export const bearerTokenIn = (c: Context): string | undefined =>
  /^Bearer\s+(\S+)\s*$/i.exec(c.req.header('authorization') ?? '')?.[1]

/** The member who calls. Errors: Refusal 403 for other callers. */
export function requireMember(c: Context<ApiEnv>): { user: User; sessionId: string } {
  const [user, sessionId] = [c.get('user'), c.get('sessionId')]
  if (!user || sessionId === null) throw forbidden()
  return { user, sessionId }
}

/** The guest whose token this is; null for any other text. The token may have expired: it still
 *  proves whose attempts are stored under the guest's id. */
export async function guestIdIn(env: IdentityBindings, token: string): Promise<string | null> {
  const claims = await verifiedClaims(jwtSecretsOf(env), token)
  return claims?.type === 'guest' ? claims.id : null
}

/** Sets Cache-Control: no-store, for answers with personal data. */
export const noStore: MiddlewareHandler = async (c, next) => {
  c.header('cache-control', 'no-store')
  await next()
}

async function setCaller(c: Context<ApiEnv>, token: string, now: Date) {
  const claims = await verifiedClaims(jwtSecretsOf(c.env), token)
  if (!claims) throw unauthorized('Missing or invalid credentials')
  if (isOfManyAtOnce(c)) return setCallerFrom(groupedReads(c.env, 'primary'), c, claims, now)
  if (!isOfRunningTest(c)) return setCallerFrom(c.env.DB, c, claims, now)
  try {
    await setCallerFrom(groupedReads(c.env, 'nearest'), c, claims, now)
  } catch {
    // The replica may fail, for all who ask it, or not know yet who began a moment ago.
    await setCallerFrom(groupedReads(c.env, 'primary'), c, claims, now)
  }
}

/** Requests of those who are taking a test, which are most of an exam day: its start, its page and
 *  paper, deliveries of answers and the submission. What they write is in the reader's own object,
 *  and what a replica knows of the reader late allows nothing else. */
const isOfRunningTest = (c: Context<ApiEnv>) =>
  isOfOwnAttempt(c) || (c.req.method === 'POST' && c.req.path === '/api/user-test-progresses')

/** What pages ask that all of an exam want in the same minute: before the start, whether an attempt
 *  is running; after it the result, explanations and the reader's own reports. */
const isOfManyAtOnce = ({ req: { method, path } }: Context<ApiEnv>) =>
  method === 'GET' &&
  (path === '/api/user-test-progresses' ||
    /^\/api\/user-test-progresses\/[^/]+\/result$/.test(path) ||
    path === '/api/practice-tests/get-explanation' ||
    path === '/api/question-reports')

/** Those about an attempt that is there. */
function isOfOwnAttempt({ req: { method, path } }: Context<ApiEnv>): boolean {
  const [, action] = /^\/api\/user-test-progresses\/[^/]+(?:\/(\w+))?$/.exec(path) ?? [null, null]
  if (action === null) return false
  return method === 'GET'
    ? [undefined, 'paper', 'events'].includes(action)
    : method === 'POST' && (action === 'events' || action === 'submit')
}

function setCallerFrom(db: Database, c: Context<ApiEnv>, claims: Claims, now: Date) {
  switch (claims.type) {
    case 'access':
      return setMember(db, c, claims, now)
    case 'guest':
      return setGuest(db, c, claims, now)
  }
}

async function setMember(
  db: Database,
  c: Context<ApiEnv>,
  claims: Extract<Claims, { type: 'access' }>,
  now: Date,
) {
  const row = await selectMember(db, claims).first<
    User & { asked: number; revoked_reason: RevokedReason | null; began_at: string }
  >()
  // Before the expiry check: a device that another one has signed out gets the 499 even if its
  // token has expired.
  if (row?.revoked_reason === 'signed-in-elsewhere') throw revokedSessionRefusal(row.revoked_reason)
  if (isExpired(claims, now)) throw unauthorized('Missing or invalid credentials')
  if (!row || row.blocked === 1) throw unauthorized('Invalid credentials')
  const { asked: _asked, revoked_reason, began_at, ...user } = row
  if (isSessionOver(began_at, now)) throw unauthorized('Invalid credentials')
  if (revoked_reason !== null) throw revokedSessionRefusal(revoked_reason)
  c.set('user', user)
  c.set('sessionId', claims.sessionId)
}

export const selectMember = (db: Database, { id, sessionId }: { id: number; sessionId: string }) =>
  selectByKey(db, memberBySession, [sessionId, id])

const memberBySession = {
  columns: 'u.*, s.revoked_reason, s.created_at AS began_at',
  from: `sessions s ON s.id = asked.value ->> 0 AND s.user_id = asked.value ->> 1
    JOIN users u ON u.id = s.user_id`,
}

async function setGuest(
  db: Database,
  c: Context<ApiEnv>,
  claims: Extract<Claims, { type: 'guest' }>,
  now: Date,
) {
  if (isExpired(claims, now)) throw unauthorized('Missing or invalid credentials')
  // The guest's own object has the attempt, or nothing; then attempts/forwarding.ts asks.
  if (!isOfOwnAttempt(c)) await requireGuest(db, claims.id)
  c.set('guest', { id: claims.id })
}

export const selectGuest = (db: Database, id: string) =>
  selectByKey(db, { columns: 'g.id', from: 'guests g ON g.id = asked.value' }, id)

/** Errors: Refusal 401 if there is no such guest any more. Cost: one read. */
export async function requireGuest(db: Database, id: string): Promise<void> {
  const guest = await selectGuest(db, id).first()
  if (!guest) throw unauthorized('Invalid credentials')
}
