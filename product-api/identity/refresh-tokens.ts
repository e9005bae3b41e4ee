import type { Database } from '../database.ts'
import { sha256, decrypt, randomToken, encrypt } from '../cryptography.ts'
import { unauthorized } from './refusals.ts'
import {
  isSessionOver,
  oldestSessionStart,
  refreshTokenExpiry,
  revokeSessions,
  revokedSessionRefusal,
  type RevokedReason,
} from './sessions.ts'

/** A used token gets the same successor this long: several tabs renew at once, and answers get lost
 *  on bad networks. */
const graceMs = 60_000
/** How often a session in use is marked as seen, and its old tokens are deleted; and at one renewal
 *  in 16, by chance: who renews without a pause leaves few more. */
const upkeepMs = 3_600_000
const isSampled = (hash: string) => /^[A-D]/.test(hash)

type Renewal = { userId: number; sessionId: string; refreshToken: string }

type Row = {
  session_id: string
  user_id: number
  used_at: string | null
  revoked_reason: RevokedReason | null
  blocked: number
  began_at: string
}

/** Exchanges a refresh token for its one successor, which simultaneous requests share.
 *  Errors: Refusal 401 for a token that is unknown, expired, of a
 *  session that began too long ago, or reused (which ends the session);
 *  499 where the account signed in on another device. Cost: one transaction of two statements, once
 *  in an hour and once in sixteen times one more; for a refused token one read.
 *  Source: RFC 9700, section 4.14.2 (refresh token rotation). */
export async function rotateRefreshToken(db: Database, token: string, now: Date): Promise<Renewal> {
  const hash = await sha256(token)
  const renewed = await storeSuccessor(db, { token, hash }, now)
  if (!renewed) return refuse(db, hash, now)
  const { user_id: userId, session_id: sessionId, last_seen_at } = renewed
  const isDue = now.getTime() >= Date.parse(last_seen_at) + upkeepMs || isSampled(hash)
  // The successor is stored: the reader gets it, whatever becomes of this.
  if (isDue) await upkeep(db, sessionId, now).catch(logFailure)
  return { userId, sessionId, refreshToken: await decrypt(token, renewed.successor) }
}

/** Says why a token was not renewed; a token that was reused ends its session. */
async function refuse(db: Database, hash: string, now: Date): Promise<never> {
  const row = await rowOf(db, hash)
  if (!row) throw unauthorized('Invalid refresh token')
  if (row.revoked_reason !== null) throw revokedSessionRefusal(row.revoked_reason)
  if (isSessionOver(row.began_at, now)) throw unauthorized('Invalid refresh token')
  if (row.blocked === 1) throw unauthorized('Invalid credentials')
  if (row.used_at !== null && Date.parse(row.used_at) < graceBegin(now))
    await revokeSessions(db, row.user_id, { only: row.session_id }, 'reused', now)
  throw unauthorized('Invalid refresh token')
}

/** Tokens that were used since then may be repeated; in ms since 1970. */
const graceBegin = (now: Date) => now.getTime() - graceMs

const rowOf = (db: Database, hash: string) =>
  db
    .prepare(
      `SELECT r.session_id, r.used_at, s.user_id, s.revoked_reason, u.blocked,
         s.created_at AS began_at
       FROM refresh_tokens r JOIN sessions s ON s.id = r.session_id JOIN users u ON u.id = s.user_id
       WHERE r.hash = ?`,
    )
    .bind(hash)
    .first<Row>()

type Renewed = { successor: string; session_id: string; user_id: number; last_seen_at: string }

/** Stores a successor unless a simultaneous request already has. Returns the stored one, encrypted;
 *  null: the token is refused. */
async function storeSuccessor(
  db: Database,
  old: { token: string; hash: string },
  now: Date,
): Promise<Renewed | null> {
  const next = randomToken()
  const encrypted = await encrypt(old.token, next)
  const [stored] = await db.batch<Renewed>([
    db
      .prepare(
        `UPDATE refresh_tokens AS r SET used_at = coalesce(used_at, ?1),
           successor = coalesce(successor, ?2)
         WHERE hash = ?3 AND CASE WHEN used_at IS NULL THEN expires_at > ?1 ELSE used_at >= ?4 END
           AND EXISTS (
             SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id
             WHERE s.id = r.session_id AND s.revoked_reason IS NULL AND u.blocked = 0
               AND s.created_at > ?5)
         RETURNING successor, session_id,
           (SELECT user_id FROM sessions WHERE id = session_id) AS user_id,
           (SELECT last_seen_at FROM sessions WHERE id = session_id) AS last_seen_at`,
      )
      .bind(
        ...[now.toISOString(), encrypted, old.hash],
        ...[new Date(graceBegin(now)).toISOString(), oldestSessionStart(now)],
      ),
    db
      .prepare(
        `INSERT INTO refresh_tokens (hash, session_id, expires_at)
         SELECT ?, session_id, ? FROM refresh_tokens WHERE hash = ? AND successor = ?`,
      )
      .bind(await sha256(next), refreshTokenExpiry(now), old.hash, encrypted),
  ])
  return stored?.results[0] ?? null
}

/** A token is valid for ten minutes, so fifty are of the last eight hours of use at least. */
const deleteOldTokens = `
DELETE FROM refresh_tokens WHERE hash IN (
  SELECT hash FROM refresh_tokens WHERE session_id = ? AND used_at IS NOT NULL
  ORDER BY used_at DESC LIMIT 500 OFFSET 50)`

const upkeep = (db: Database, sessionId: string, now: Date) =>
  db.batch([
    db
      .prepare('UPDATE sessions SET last_seen_at = ? WHERE id = ?')
      .bind(now.toISOString(), sessionId),
    db.prepare(deleteOldTokens).bind(sessionId),
  ])

const logFailure = (error: unknown) =>
  console.error(JSON.stringify({ at: 'refresh-tokens', error: String(error) }))
