import type { Database } from '../database.ts'
import { sha256, randomToken } from '../cryptography.ts'

const lifetimeMs = 60 * 60 * 1000

/** Creates a code that lets a user set a new password within an hour. Earlier codes stay valid,
 *  because mails may arrive in another order. */
export async function createResetCode(db: Database, userId: number, now: Date): Promise<string> {
  const code = randomToken()
  await db
    .prepare('INSERT INTO reset_codes (hash, user_id, expires_at) VALUES (?, ?, ?)')
    .bind(await sha256(code), userId, new Date(now.getTime() + lifetimeMs).toISOString())
    .run()
  return code
}

/** The user who may redeem a code; null where it is unknown or expired. */
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

/** Redeems a code. Returns false where a simultaneous request already has. */
export async function redeemResetCode(db: Database, code: string): Promise<boolean> {
  const redeemed = await db
    .prepare('DELETE FROM reset_codes WHERE hash = ? RETURNING hash')
    .bind(await sha256(code))
    .first()
  return redeemed !== null
}
