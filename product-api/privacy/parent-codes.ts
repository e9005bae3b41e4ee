import type { Database } from '../database.ts'
import { hmac, matchesHmac, randomSixDigits } from '../cryptography.ts'
import { validation } from '../strapi/errors.ts'

/** A parent may be away from the phone: longer than a code of one's own. */
export const parentCodeSeconds = 24 * 3600
const maxTries = 5

export type ParentContact = { kind: 'email' | 'phone'; value: string }

/** Begins the confirmation of a parent's consent, in place of an earlier one. Returns the code that
 *  the parent gets and the member types. */
export async function createParentCode(
  db: Database,
  secret: string,
  userId: number,
  { kind, value }: ParentContact,
  now: Date,
): Promise<string> {
  const code = randomSixDigits()
  await db
    .prepare(
      `INSERT OR REPLACE INTO parent_codes (user_id, kind, contact, digest, expires_at)
       VALUES (?, ?, ?, ?, ?)`,
    )
    .bind(
      ...[userId, kind, value, await hmac(secret, 'parent-code', `${userId} ${value} ${code}`)],
      new Date(now.getTime() + parentCodeSeconds * 1000).toISOString(),
    )
    .run()
  return code
}

type Row = { kind: ParentContact['kind']; contact: string; digest: string }

/** Stores the parent whose code this is. Errors: Refusal 400 for a wrong, expired or used-up code.
 *  Cost: one read and one transaction. */
export async function confirmParent(
  db: Database,
  secrets: readonly string[],
  userId: number,
  code: string,
  now: Date,
) {
  const at = now.toISOString()
  const row = await db
    .prepare(
      `UPDATE parent_codes SET attempts = attempts + 1
       WHERE user_id = ? AND attempts < ? AND expires_at > ? RETURNING kind, contact, digest`,
    )
    .bind(userId, maxTries, at)
    .first<Row>()
  if (!row) throw validation('The code has expired')
  const { kind, contact, digest } = row
  if (!(await matchesHmac(secrets, 'parent-code', `${userId} ${contact} ${code}`, digest)))
    throw validation('Incorrect code provided')
  await db.batch([
    db
      .prepare(
        `INSERT INTO privacy_choices (
           user_id, parent_kind, parent_contact, parent_confirmed_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?4)
         ON CONFLICT (user_id) DO UPDATE SET parent_kind = ?2, parent_contact = ?3,
           parent_confirmed_at = ?4, updated_at = ?4`,
      )
      .bind(userId, kind, contact, at),
    db.prepare('DELETE FROM parent_codes WHERE user_id = ?').bind(userId),
  ])
}
