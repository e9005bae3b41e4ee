import { isOwnContact } from '../../domain/password-strength.ts'
import type { Database } from '../database.ts'
import { validation } from '../strapi/errors.ts'
import { invalidFields } from '../strapi/request-body.ts'
import { hashPassword } from './passwords.ts'
import type { User } from './users.ts'

/** Errors: Refusal 400 if password and confirmation differ. */
export function checkPasswordConfirmation(choice: {
  password: string
  passwordConfirmation: string
}) {
  if (choice.password !== choice.passwordConfirmation) throw validation('Passwords do not match')
}

/** Errors: Refusal 400 for a password that is the e-mail address, the phone number or the username,
 *  which would be guessed first. */
export function checkPasswordIsNotContact(password: string, contacts: readonly (string | null)[]) {
  if (isOwnContact(password, contacts))
    throw invalidFields({ path: ['password'], message: 'password must not be the email' })
}

/** Sets a user's password, revokes every session except one, and deletes every reset code, in one
 *  transaction. `isMailboxVerified`: the user had the code of a reset mail, which confirms the
 *  e-mail address; the device id of an account that was not confirmed before may be somebody else's
 *  and is removed. Cost: about 170 ms of CPU. */
export async function setPassword(
  db: Database,
  userId: number,
  password: string,
  {
    exceptSessionId,
    isMailboxVerified,
  }: { exceptSessionId: string | null; isMailboxVerified: boolean },
  now: Date,
): Promise<User> {
  const [hash, at] = [await hashPassword(password), now.toISOString()]
  const confirmation = isMailboxVerified
    ? 'device_id = CASE WHEN confirmed = 1 THEN device_id END, confirmed = 1,'
    : ''
  const [changed] = await db.batch<User>([
    db
      .prepare(
        `UPDATE users SET ${confirmation} password_hash = ?, updated_at = ?
         WHERE id = ? RETURNING *`,
      )
      .bind(hash, at, userId),
    db
      .prepare(
        `UPDATE sessions SET revoked_at = ?, revoked_reason = 'password-changed'
         WHERE user_id = ? AND revoked_at IS NULL AND id IS NOT ?`,
      )
      .bind(at, userId, exceptSessionId),
    db.prepare('DELETE FROM reset_codes WHERE user_id = ?').bind(userId),
  ])
  return changed!.results[0]!
}
