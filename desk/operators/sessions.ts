import type { CookieOptions } from 'hono/utils/cookie'
import * as v from 'valibot'
import { hmac, randomToken, sha256 } from '../../product-api/cryptography.ts'
import { runStatements, type Database } from '../../product-api/database.ts'
import { decryptText, encryptText, type Keys } from '../../http/sealed-text.ts'
import { auditStatement } from '../audit/audit-log.ts'
import { operatorById, type Operator } from './operators.ts'

export const sessionCookie = '__Host-desk'
/** Names the operators who signed in with this browser, for the limits of attempts. */
export const browserCookie = '__Host-desk-browser'

/** Strict: no other site's link arrives signed in. */
export const cookieAttributes = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'Strict',
} as const satisfies CookieOptions

/** A working day; a code of the app is typed again the next morning. */
export const sessionHours = 16
const version = 1

const stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ v: v.literal(version), token: v.string() }),
)

/** Begins a session. Returns the sealed value of its cookie. */
export async function beginSession(
  db: Database,
  keys: Keys,
  operator: Pick<Operator, 'id' | 'name' | 'role'>,
  now: Date,
): Promise<string> {
  const token = randomToken()
  const expiresAt = new Date(now.getTime() + sessionHours * 3600_000).toISOString()
  await runStatements(db, [
    {
      text: `INSERT INTO operator_sessions (hash, operator_id, created_at, expires_at)
        VALUES (?, ?, ?, ?)`,
      values: [await sha256(token), operator.id, now.toISOString(), expiresAt],
    },
    auditStatement({ operator, action: 'signed_in', subject: `operator ${operator.name}` }, now),
  ])
  return encryptText(keys, JSON.stringify({ v: version, token }))
}

export type DeskSession = { operator: Operator; token: string }

/** The session of a cookie; null: altered, ended, expired, or of a disabled operator. Looked up at
 *  every request, so that a change of role holds from the next one. Cost: two reads. */
export async function sessionOf(
  db: Database,
  keys: Keys,
  cookie: string,
  now: Date,
): Promise<DeskSession | null> {
  const parsed = v.safeParse(stored, await decryptText(keys, cookie))
  if (!parsed.success) return null
  const { token } = parsed.output
  const row = await db
    .prepare('SELECT operator_id FROM operator_sessions WHERE hash = ? AND expires_at > ?')
    .bind(await sha256(token), now.toISOString())
    .first<{ operator_id: number }>()
  const operator = row && (await operatorById(db, row.operator_id))
  return operator && !operator.isDisabled ? { operator, token } : null
}

export async function endSession(db: Database, { operator, token }: DeskSession, now: Date) {
  await runStatements(db, [
    { text: 'DELETE FROM operator_sessions WHERE hash = ?', values: [await sha256(token)] },
    auditStatement({ operator, action: 'signed_out', subject: `operator ${operator.name}` }, now),
  ])
}

/** What the forms of a session carry. Another site can neither read nor guess it. */
export const formTokenOf = (keys: Keys, sessionToken: string): Promise<string> =>
  hmac(keys[0], 'desk form', sessionToken)
