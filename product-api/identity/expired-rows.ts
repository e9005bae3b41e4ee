import type { Context } from 'hono'
import type { Database } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { refreshTokenDays } from './sessions.ts'

/** One request in this many deletes expired rows. */
const requestsPerSweep = 100
const dayMs = 24 * 60 * 60 * 1000

/** Rows are deleted when `column` is more than `retentionDays` in the past. */
const expiringTables = [
  { table: 'rate_limits', column: 'resets_at', retentionDays: 0 },
  { table: 'phone_codes', column: 'expires_at', retentionDays: 0 },
  { table: 'reset_codes', column: 'expires_at', retentionDays: 0 },
  // A used token stays until it expires: a second use can be detected only while the row exists.
  { table: 'refresh_tokens', column: 'expires_at', retentionDays: 0 },
  // By then every token of the session has expired, so its revocation reason is not needed.
  { table: 'sessions', column: 'last_seen_at', retentionDays: refreshTokenDays + 1 },
] as const

/** Deletes expired rows in `waitUntil`, on one request in a hundred. */
export function sweepOccasionally(c: Context<ApiEnv>, now: Date) {
  if (Math.random() * requestsPerSweep >= 1) return
  c.executionCtx.waitUntil(deleteExpiredRows(c.env.DB, now))
}

/** Guests are deleted with their attempts and answers (ON DELETE CASCADE), so a few at a time keep
 *  the statement short. */
const maxGuestsPerSweep = 100

async function deleteExpiredRows(db: Database, now: Date) {
  await db.batch([
    ...expiringTables.map(({ table, column, retentionDays }) =>
      db
        .prepare(`DELETE FROM ${table} WHERE ${column} <= ?`)
        .bind(new Date(now.getTime() - retentionDays * dayMs).toISOString()),
    ),
    db
      .prepare(
        'DELETE FROM guests WHERE id IN (SELECT id FROM guests WHERE expires_at <= ? LIMIT ?)',
      )
      .bind(now.toISOString(), maxGuestsPerSweep),
  ])
}
