import { digest, randomToken } from './digests.ts'

const lifeMs = 60 * 60 * 1000

/** Makes a code that sets a new password for a user within an hour. Earlier ones stay valid: letters overtake each other. */
export async function newResetCode(db: D1Database, userId: number, now: Date): Promise<string> {
  const code = randomToken()
  await db
    .prepare('INSERT INTO reset_codes (hash, user_id, expires_at) VALUES (?, ?, ?)')
    .bind(await digest(code), userId, new Date(now.getTime() + lifeMs).toISOString())
    .run()
  return code
}

/** Whose code this is; null where it is unknown or over. */
export async function resetCodeOwner(
  db: D1Database,
  code: string,
  now: Date,
): Promise<number | null> {
  const row = await db
    .prepare('SELECT user_id FROM reset_codes WHERE hash = ? AND expires_at > ?')
    .bind(await digest(code), now.toISOString())
    .first<{ user_id: number }>()
  return row?.user_id ?? null
}

/** Uses up a code. Returns false where another request was faster. */
export async function useResetCode(db: D1Database, code: string): Promise<boolean> {
  const used = await db
    .prepare('DELETE FROM reset_codes WHERE hash = ? RETURNING hash')
    .bind(await digest(code))
    .first()
  return used !== null
}
