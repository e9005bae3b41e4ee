import type { Database } from '../database.ts'
import type { DeviceKind } from '../client-info.ts'
import { sha256, randomToken } from '../cryptography.ts'
import { signedInElsewhere, unauthorized } from './refusals.ts'

export const refreshTokenDays = 30
/** However often it is used, a session ends so long after its sign-in. */
export const sessionDays = 180
const dayMs = 24 * 60 * 60 * 1000

export type RevokedReason =
  'signed-out' | 'signed-in-elsewhere' | 'reused' | 'password-changed' | 'everywhere'

export type Session = {
  id: string
  user_id: number
  device_kind: DeviceKind
  user_agent: string
  created_at: string
  last_seen_at: string
  revoked_at: string | null
  revoked_reason: RevokedReason | null
}

/** How long after a sign-in the account's ways to sign in may be added to. */
const recentMinutes = 15

/** Whether the session began a moment ago. Cost: one read. */
export async function isRecentSession(db: Database, sessionId: string, now: Date) {
  const row = await db
    .prepare('SELECT 1 FROM sessions WHERE id = ? AND created_at > ?')
    .bind(sessionId, new Date(now.getTime() - recentMinutes * 60_000).toISOString())
    .first()
  return row !== null
}

export const isSessionOver = (createdAt: string, now: Date) =>
  Date.parse(createdAt) + sessionDays * dayMs <= now.getTime()

/** Sessions that began until then are over. */
export const oldestSessionStart = (now: Date) => daysBefore(now, sessionDays)

export const refreshTokenExpiry = (now: Date) =>
  new Date(now.getTime() + refreshTokenDays * dayMs).toISOString()

/** Starts a session on a device and ends the one on another device of the same kind, in one
 *  transaction. */
export async function startSession(
  db: Database,
  userId: number,
  device: { deviceKind: DeviceKind; userAgent: string },
  now: Date,
): Promise<{ sessionId: string; refreshToken: string }> {
  const [sessionId, refreshToken] = [crypto.randomUUID(), randomToken()]
  const at = now.toISOString()
  await db.batch([
    db
      .prepare(
        `UPDATE sessions SET revoked_at = ?, revoked_reason = 'signed-in-elsewhere'
         WHERE user_id = ? AND device_kind = ? AND revoked_at IS NULL`,
      )
      .bind(at, userId, device.deviceKind),
    db
      .prepare(
        `INSERT INTO sessions (id, user_id, device_kind, user_agent, created_at, last_seen_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .bind(sessionId, userId, device.deviceKind, device.userAgent, at, at),
    insertRefreshToken(db, await sha256(refreshToken), sessionId, now),
    db.prepare(deleteOldSessions).bind(userId),
  ])
  return { sessionId, refreshToken }
}

/** Ended sessions stay for a while, so that their devices learn why; no account needs more. */
const deleteOldSessions = `
DELETE FROM sessions WHERE user_id = ?1 AND revoked_at IS NOT NULL AND id NOT IN (
  SELECT id FROM sessions WHERE user_id = ?1 ORDER BY created_at DESC LIMIT 20)`

/** Replaces all refresh tokens of a session by a new one. */
export async function replaceRefreshToken(
  db: Database,
  sessionId: string,
  now: Date,
): Promise<string> {
  const refreshToken = randomToken()
  await db.batch([
    db.prepare('DELETE FROM refresh_tokens WHERE session_id = ?').bind(sessionId),
    insertRefreshToken(db, await sha256(refreshToken), sessionId, now),
  ])
  return refreshToken
}

const insertRefreshToken = (db: Database, hash: string, sessionId: string, now: Date) =>
  db
    .prepare('INSERT INTO refresh_tokens (hash, session_id, expires_at) VALUES (?, ?, ?)')
    .bind(hash, sessionId, refreshTokenExpiry(now))

/** The sessions that can still be used, the most recently used first. */
export async function activeSessions(db: Database, userId: number, now: Date): Promise<Session[]> {
  const { results } = await db
    .prepare(
      `SELECT * FROM sessions WHERE user_id = ? AND revoked_at IS NULL AND last_seen_at > ?
         AND created_at > ?
       ORDER BY last_seen_at DESC`,
    )
    .bind(userId, daysBefore(now, refreshTokenDays), daysBefore(now, sessionDays))
    .all<Session>()
  return results
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs).toISOString()

/** Ends one session of a user, all but one, or all. Returns how many were active. */
export async function revokeSessions(
  db: Database,
  userId: number,
  which: { only: string } | { except: string } | 'all',
  reason: RevokedReason,
  now: Date,
): Promise<number> {
  const [condition, ...ids] =
    which === 'all' ? ['1'] : 'only' in which ? ['id = ?', which.only] : ['id <> ?', which.except]
  const { meta } = await db
    .prepare(
      `UPDATE sessions SET revoked_at = ?, revoked_reason = ?
       WHERE user_id = ? AND revoked_at IS NULL AND ${condition}`,
    )
    .bind(now.toISOString(), reason, userId, ...ids)
    .run()
  return meta.changes
}

/** The answer to a request with a token of an ended session. */
export const revokedSessionRefusal = (reason: RevokedReason) =>
  reason === 'signed-in-elsewhere' ? signedInElsewhere() : unauthorized('Invalid credentials')
