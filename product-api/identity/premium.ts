import type { Database } from '../database.ts'

/** Whether a subscription of the user is active now. Cost: one indexed read. */
export async function isPremium(db: Database, userId: number, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const active = await db
    .prepare(
      `SELECT 1 FROM user_subscriptions
       WHERE user_id = ? AND status = 'active' AND ends_at > ? AND starts_at <= ? LIMIT 1`,
    )
    .bind(userId, at, at)
    .first()
  return active !== null
}
