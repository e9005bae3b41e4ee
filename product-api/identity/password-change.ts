import type { Database } from '../database.ts'
import { validation } from '../strapi/errors.ts'
import { hashPassword } from './passwords.ts'
import { invalid } from './request-body.ts'
import type { User } from './users.ts'

/** Errors: Refusal 400 where the two differ. */
export function checkPasswordConfirmation(choice: {
  password: string
  passwordConfirmation: string
}) {
  if (choice.password !== choice.passwordConfirmation) throw validation('Passwords do not match')
}

/** Errors: Refusal 400 for a password that is the e-mail address, the first that anybody would try. */
export function checkPasswordIsNotEmail(password: string, email: string | null) {
  if (email !== null && password.trim().toLowerCase() === email)
    throw invalid({ path: ['password'], message: 'password must not be the email' })
}

/** Gives a user a new password and ends every session but `keptSession`, and every reset code, in one transaction.
 *  `mailboxProved`: the user came by a code from the mailbox, so the address is theirs; where nobody had proved that
 *  before, a push address may be a stranger's. Cost: about 170 ms of CPU. */
export async function setPassword(
  db: Database,
  userId: number,
  password: string,
  { keptSession, mailboxProved }: { keptSession: string | null; mailboxProved: boolean },
  now: Date,
): Promise<User> {
  const [hash, at] = [await hashPassword(password), now.toISOString()]
  const proof = mailboxProved
    ? 'device_id = CASE WHEN confirmed = 1 THEN device_id END, confirmed = 1,'
    : ''
  const [changed] = await db.batch<User>([
    db
      .prepare(
        `UPDATE users SET ${proof} password_hash = ?, updated_at = ? WHERE id = ? RETURNING *`,
      )
      .bind(hash, at, userId),
    db
      .prepare(
        `UPDATE sessions SET revoked_at = ?, revoked_reason = 'password-changed'
         WHERE user_id = ? AND revoked_at IS NULL AND id IS NOT ?`,
      )
      .bind(at, userId, keptSession),
    db.prepare('DELETE FROM reset_codes WHERE user_id = ?').bind(userId),
  ])
  return changed!.results[0]!
}
