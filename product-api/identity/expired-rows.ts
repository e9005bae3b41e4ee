import type { Context } from 'hono'
import type { Database } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { refreshTokenDays } from './sessions.ts'

const onceIn = 100
const dayMs = 24 * 60 * 60 * 1000

/** What is over and of no more use, table by table: each with the time before which it is. */
const leftovers = [
  { table: 'rate_limits', column: 'resets_at', keptDays: 0 },
  { table: 'phone_codes', column: 'expires_at', keptDays: 0 },
  { table: 'reset_codes', column: 'expires_at', keptDays: 0 },
  // A used token is kept until its end, for it is known as reused only as long as it is known.
  { table: 'refresh_tokens', column: 'expires_at', keptDays: 0 },
  // By then every token of the session is over, and nobody can ask any more why it ended.
  { table: 'sessions', column: 'last_seen_at', keptDays: refreshTokenDays + 1 },
] as const

/** Sweeps away what is over, behind the back of one request in a hundred. */
export function sweepOccasionally(c: Context<ApiEnv>, now: Date) {
  if (Math.random() * onceIn >= 1) return
  c.executionCtx.waitUntil(deleteExpiredRows(c.env.DB, now))
}

/** With guests go their attempts and all that was answered in them: so many at a time, that no statement takes long. */
const guestsAtOnce = 100

async function deleteExpiredRows(db: Database, now: Date) {
  await db.batch([
    ...leftovers.map(({ table, column, keptDays }) =>
      db
        .prepare(`DELETE FROM ${table} WHERE ${column} <= ?`)
        .bind(new Date(now.getTime() - keptDays * dayMs).toISOString()),
    ),
    db
      .prepare(
        'DELETE FROM guests WHERE id IN (SELECT id FROM guests WHERE expires_at <= ? LIMIT ?)',
      )
      .bind(now.toISOString(), guestsAtOnce),
  ])
}
