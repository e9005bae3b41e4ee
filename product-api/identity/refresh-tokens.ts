import type { Database } from '../database.ts'
import { sha256, decrypt, randomToken, encrypt } from '../cryptography.ts'
import { unauthorized } from './refusals.ts'
import {
  isSessionOver,
  refreshTokenExpiry,
  revokeSessions,
  revokedSessionRefusal,
  type RevokedReason,
} from './sessions.ts'

/** A used token gets the same successor this long: several tabs renew at once, and answers get lost
 *  on bad networks. */
const graceMs = 60_000
/** How often a session in use is marked as seen, and its old tokens are deleted. */
const upkeepMs = 3_600_000

type Renewal = { userId: number; sessionId: string; refreshToken: string }

type Row = {
  session_id: string
  user_id: number
  expires_at: string
  used_at: string | null
  successor: string | null
  revoked_reason: RevokedReason | null
  blocked: number
  began_at: string
  last_seen_at: string
}

/** Exchanges a refresh token for its one successor, which simultaneous requests share.
 *  Errors: Refusal 401 for a token that is unknown, expired, of a
 *  session that began too long ago, or reused (which ends the session);
 *  499 where the account signed in on another device. Cost: one read, and one transaction of two
 *  statements, once in an hour of four.
 *  Source: RFC 9700, section 4.14.2 (refresh token rotation). */
export async function rotateRefreshToken(db: Database, token: string, now: Date): Promise<Renewal> {
  const hash = await sha256(token)
  const row = await rowOf(db, hash)
  if (!row) throw unauthorized('Invalid refresh token')
  if (row.revoked_reason !== null) throw revokedSessionRefusal(row.revoked_reason)
  if (isSessionOver(row.began_at, now)) throw unauthorized('Invalid refresh token')
  if (row.blocked === 1) throw unauthorized('Invalid credentials')
  if (row.used_at !== null && now.getTime() > Date.parse(row.used_at) + graceMs) {
    await revokeSessions(db, row.user_id, { only: row.session_id }, 'reused', now)
    throw unauthorized('Invalid refresh token')
  }
  if (row.used_at === null && row.expires_at <= now.toISOString())
    throw unauthorized('Invalid refresh token')
  const encrypted = row.successor ?? (await storeSuccessor(db, { token, hash }, row, now))
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    refreshToken: await decrypt(token, encrypted),
  }
}

const rowOf = (db: Database, hash: string) =>
  db
    .prepare(
      `SELECT r.session_id, r.expires_at, r.used_at, r.successor,
         s.user_id, s.revoked_reason, s.last_seen_at, u.blocked, s.created_at AS began_at
       FROM refresh_tokens r JOIN sessions s ON s.id = r.session_id JOIN users u ON u.id = s.user_id
       WHERE r.hash = ?`,
    )
    .bind(hash)
    .first<Row>()

/** A token is valid for ten minutes, so these are of the last eight hours of use at least. */
const deleteOldTokens = `
DELETE FROM refresh_tokens WHERE session_id = ?1 AND used_at IS NOT NULL AND hash NOT IN (
  SELECT hash FROM refresh_tokens WHERE session_id = ?1 AND used_at IS NOT NULL
  ORDER BY used_at DESC LIMIT 50)`

/** Stores a successor unless a simultaneous request already has. Returns the stored one,
 *  encrypted. */
async function storeSuccessor(
  db: Database,
  old: { token: string; hash: string },
  session: Pick<Row, 'session_id' | 'last_seen_at'>,
  now: Date,
): Promise<string> {
  const next = randomToken()
  const encrypted = await encrypt(old.token, next)
  const isUpkeepDue = now.getTime() >= Date.parse(session.last_seen_at) + upkeepMs
  const [stored] = await db.batch<{ successor: string }>([
    db
      .prepare(
        `UPDATE refresh_tokens SET used_at = coalesce(used_at, ?),
           successor = coalesce(successor, ?)
         WHERE hash = ? RETURNING successor`,
      )
      .bind(now.toISOString(), encrypted, old.hash),
    db
      .prepare(
        `INSERT INTO refresh_tokens (hash, session_id, expires_at)
         SELECT ?, session_id, ? FROM refresh_tokens WHERE hash = ? AND successor = ?`,
      )
      .bind(await sha256(next), refreshTokenExpiry(now), old.hash, encrypted),
    ...(isUpkeepDue ? upkeep(db, session.session_id, now) : []),
  ])
  const [row] = stored?.results ?? []
  // The password was changed since the read, which deletes all tokens of a session.
  if (!row) throw unauthorized('Invalid refresh token')
  return row.successor
}

const upkeep = (db: Database, sessionId: string, now: Date) => [
  db
    .prepare('UPDATE sessions SET last_seen_at = ? WHERE id = ?')
    .bind(now.toISOString(), sessionId),
  db.prepare(deleteOldTokens).bind(sessionId),
]
