import type { Database } from '../database.ts'

/** More than anybody has devices. */
export const maxPasskeys = 10

/** A row of `passkeys`. Times are ISO 8601. */
export type PasskeyRow = {
  credential_id: string
  user_id: number
  /** COSE, base64url. */
  public_key: string
  counter: number
  /** Separated by commas. */
  transports: string
  user_agent: string
  created_at: string
  last_used_at: string | null
}

/** A member's passkeys, the newest first. */
export async function passkeysOf(db: Database, userId: number): Promise<PasskeyRow[]> {
  const { results } = await db
    .prepare('SELECT * FROM passkeys WHERE user_id = ? ORDER BY created_at DESC, credential_id')
    .bind(userId)
    .all<PasskeyRow>()
  return results
}

/** The passkey, and the handle by which its device knows its owner; null: unknown. */
export const findPasskey = (db: Database, credentialId: string) =>
  db
    .prepare(
      `SELECT p.*, u.document_id AS user_handle FROM passkeys p JOIN users u ON u.id = p.user_id
       WHERE p.credential_id = ?`,
    )
    .bind(credentialId)
    .first<PasskeyRow & { user_handle: string }>()

export type NewPasskeyRow = {
  credentialId: string
  userId: number
  publicKey: string
  counter: number
  transports: readonly string[]
  userAgent: string
}

/** Stores a passkey. -> null where the account has ten, or any account has this one already. */
export const insertPasskey = (db: Database, passkey: NewPasskeyRow, now: Date) =>
  db
    .prepare(
      `INSERT INTO passkeys (credential_id, user_id, public_key, counter, transports, user_agent,
         created_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
       WHERE (SELECT count(*) FROM passkeys WHERE user_id = ?2) < ?8
       ON CONFLICT DO NOTHING RETURNING *`,
    )
    .bind(
      ...[passkey.credentialId, passkey.userId, passkey.publicKey, passkey.counter],
      ...[passkey.transports.join(','), passkey.userAgent, now.toISOString(), maxPasskeys],
    )
    .first<PasskeyRow>()

/** Notes a sign-in. -> false where the counter is not above the stored one: of two devices with one
 *  key, or two simultaneous requests. Devices that do not count always send 0. */
export async function countPasskeyUse(
  db: Database,
  credentialId: string,
  counter: number,
  now: Date,
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE passkeys SET counter = ?2, last_used_at = ?3
       WHERE credential_id = ?1 AND (counter < ?2 OR (counter = 0 AND ?2 = 0))`,
    )
    .bind(credentialId, counter, now.toISOString())
    .run()
  return meta.changes > 0
}

/** -> whether the member had such a passkey. */
export async function deletePasskey(
  db: Database,
  userId: number,
  credentialId: string,
): Promise<boolean> {
  const { meta } = await db
    .prepare('DELETE FROM passkeys WHERE credential_id = ? AND user_id = ?')
    .bind(credentialId, userId)
    .run()
  return meta.changes > 0
}
