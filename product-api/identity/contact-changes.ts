import type { Database } from '../database.ts'
import { hmac, matchesHmac, randomSixDigits } from '../cryptography.ts'
import { validation } from '../strapi/errors.ts'
import { applicationError } from './refusals.ts'
import type { User } from './users.ts'

export const changeLifetimeSeconds = 600
const maxTries = 5

/** A contact as it is stored: an e-mail address in lower case, or +91 and ten digits. */
export type Contact = { kind: 'email' | 'phone'; value: string }

type Row = { kind: Contact['kind']; contact: string; digest: string }

/** Begins the change of an account's contact, in place of an earlier one that was not confirmed.
 *  Returns the code that proves the new contact. */
export async function createContactChange(
  db: Database,
  secret: string,
  userId: number,
  { kind, value }: Contact,
  now: Date,
): Promise<string> {
  const code = randomSixDigits()
  await db
    .prepare(
      `INSERT OR REPLACE INTO contact_changes (user_id, kind, contact, digest, expires_at)
       VALUES (?, ?, ?, ?, ?)`,
    )
    .bind(
      ...[userId, kind, value, await hmac(secret, 'contact-code', `${userId} ${value} ${code}`)],
      new Date(now.getTime() + changeLifetimeSeconds * 1000).toISOString(),
    )
    .run()
  return code
}

/** Makes the contact whose code this is the account's own, ends its other sessions and its reset
 *  links. An account that has the address without ever having confirmed it loses it. Errors:
 *  Refusal 400 for a wrong, expired or used-up code, and where another account has the contact.
 *  Cost: one read and one transaction. */
export async function confirmContactChange(
  db: Database,
  secrets: readonly string[],
  { id, sessionId }: { id: number; sessionId: string },
  code: string,
  now: Date,
): Promise<User> {
  const row = await db
    .prepare(
      `UPDATE contact_changes SET attempts = attempts + 1
       WHERE user_id = ? AND attempts < ? AND expires_at > ? RETURNING kind, contact, digest`,
    )
    .bind(id, maxTries, now.toISOString())
    .first<Row>()
  if (!row) throw validation('The code has expired')
  const { kind, contact, digest } = row
  if (!(await matchesHmac(secrets, 'contact-code', `${id} ${contact} ${code}`, digest)))
    throw validation('Incorrect code provided')
  const at = now.toISOString()
  const isConfirmed = kind === 'email' ? 1 : 0
  const results = await db.batch<User>([
    db
      .prepare(
        `UPDATE users SET email = NULL, updated_at = ?
         WHERE email = ? AND confirmed = 0 AND id <> ? AND ?`,
      )
      .bind(at, contact, id, isConfirmed),
    db
      .prepare(
        `UPDATE OR IGNORE users SET ${kind} = ?1, confirmed = max(confirmed, ?2), updated_at = ?3
         WHERE id = ?4 AND EXISTS (
           SELECT 1 FROM contact_changes WHERE user_id = ?4 AND digest = ?5)`,
      )
      .bind(contact, isConfirmed, at, id, digest),
    db.prepare('DELETE FROM contact_changes WHERE user_id = ?').bind(id),
    db
      .prepare(
        `UPDATE sessions SET revoked_at = ?1, revoked_reason = 'everywhere'
         WHERE user_id = ?2 AND revoked_at IS NULL AND id <> ?3
           AND EXISTS (SELECT 1 FROM users WHERE id = ?2 AND ${kind} = ?4)`,
      )
      .bind(at, id, sessionId, contact),
    db.prepare('DELETE FROM reset_codes WHERE user_id = ?').bind(id),
    db.prepare('SELECT * FROM users WHERE id = ?').bind(id),
  ])
  const user = results.at(-1)?.results[0]
  if (user?.[kind]?.toLowerCase() !== contact)
    throw applicationError('Email or Username are already taken')
  return user
}
