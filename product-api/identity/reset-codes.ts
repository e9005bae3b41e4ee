import type { Database } from '../database.ts'
import { sha256, randomToken } from './cryptography.ts'

const lifeMs = 60 * 60 * 1000

/** Makes a code that sets a new password for a user within an hour. Earlier ones stay valid: letters overtake each other. */
export async function createResetCode(db: Database, userId: number, now: Date): Promise<string> {
  const code = randomToken()
  await db
    .prepare('INSERT INTO reset_codes (hash, user_id, expires_at) VALUES (?, ?, ?)')
    .bind(await sha256(code), userId, new Date(now.getTime() + lifeMs).toISOString())
    .run()
  return code
}

/** Whose code this is; null where it is unknown or over. */
export async function resetCodeUserId(
  db: Database,
  code: string,
  now: Date,
): Promise<number | null> {
  const row = await db
    .prepare('SELECT user_id FROM reset_codes WHERE hash = ? AND expires_at > ?')
    .bind(await sha256(code), now.toISOString())
    .first<{ user_id: number }>()
  return row?.user_id ?? null
}

/** Uses up a code. Returns false where another request was faster. */
export async function redeemResetCode(db: Database, code: string): Promise<boolean> {
  const used = await db
    .prepare('DELETE FROM reset_codes WHERE hash = ? RETURNING hash')
    .bind(await sha256(code))
    .first()
  return used !== null
}
