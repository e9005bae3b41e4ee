import type { Database } from '../database.ts'
import type { DeviceKind } from './client-info.ts'
import { sha256, randomToken } from './cryptography.ts'
import { signedInElsewhere, unauthorized } from './refusals.ts'

export const refreshTokenDays = 30
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

export const refreshTokenExpiry = (now: Date) =>
  new Date(now.getTime() + refreshTokenDays * dayMs).toISOString()

/** Signs a user in on a device and out on the other of the same kind, in one transaction. */
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
    newRefreshToken(db, await sha256(refreshToken), sessionId, now),
  ])
  return { sessionId, refreshToken }
}

/** Gives a session a new refresh token in place of all it had. */
export async function replaceRefreshToken(
  db: Database,
  sessionId: string,
  now: Date,
): Promise<string> {
  const refreshToken = randomToken()
  await db.batch([
    db.prepare('DELETE FROM refresh_tokens WHERE session_id = ?').bind(sessionId),
    newRefreshToken(db, await sha256(refreshToken), sessionId, now),
  ])
  return refreshToken
}

const newRefreshToken = (db: Database, hash: string, sessionId: string, now: Date) =>
  db
    .prepare('INSERT INTO refresh_tokens (hash, session_id, expires_at) VALUES (?, ?, ?)')
    .bind(hash, sessionId, refreshTokenExpiry(now))

/** The sessions that can still be used, the latest first. */
export async function activeSessions(db: Database, userId: number, now: Date): Promise<Session[]> {
  const { results } = await db
    .prepare(
      `SELECT * FROM sessions WHERE user_id = ? AND revoked_at IS NULL AND last_seen_at > ?
       ORDER BY last_seen_at DESC`,
    )
    .bind(userId, new Date(now.getTime() - refreshTokenDays * dayMs).toISOString())
    .all<Session>()
  return results
}

/** Ends sessions of a user: one of them, all but one, or all. Returns how many were open. */
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

/** Why a session is over, as the answer to whoever still calls with it. */
export const revokedSessionRefusal = (reason: RevokedReason) =>
  reason === 'signed-in-elsewhere' ? signedInElsewhere() : unauthorized('Invalid credentials')
