import { contactKey } from '../../domain/contact.ts'
import type { Statement } from '../database.ts'

// What operators do with accounts, as statements for `npm run accounts`.

/** Accounts by id, e-mail address, phone in any notation, or username; with their open sessions. */
export function selectAccounts(typed: string): Statement {
  const text = typed.trim()
  return {
    text: `SELECT u.id, u.username, u.email, u.phone, u.provider, u.blocked,
        u.created_at AS createdAt,
        (SELECT count(*) FROM sessions WHERE user_id = u.id AND revoked_at IS NULL) AS sessions
      FROM users u
      WHERE u.id = ?1 OR u.username = ?2 OR u.email = ?3 OR u.phone = ?3 ORDER BY u.id`,
    values: [/^\d{1,15}$/.test(text) ? Number(text) : null, text, contactKey(text)],
  }
}

/** Ends every session of an account. Its access tokens are refused at their next use. Rows: the
 *  sessions that were open. */
export const signOutAccount = (userId: number, now: Date): Statement => ({
  text: `UPDATE sessions SET revoked_at = ?, revoked_reason = 'everywhere'
    WHERE user_id = ? AND revoked_at IS NULL RETURNING id`,
  values: [now.toISOString(), userId],
})

/** Blocks an account, which can neither sign in nor use its tokens, or unblocks it. Rows: the
 *  account if there is one. */
export const blockAccount = (userId: number, isBlocked: boolean, now: Date): Statement => ({
  text: 'UPDATE users SET blocked = ?, updated_at = ? WHERE id = ? RETURNING id',
  values: [isBlocked ? 1 : 0, now.toISOString(), userId],
})

/** The confirmed e-mail addresses of members who consented to letters and may: adults, and minors
 *  with a parent's consent. For the operator's mail program. */
export const selectLetterAddresses = (): Statement => ({
  text: `SELECT u.email FROM users u JOIN privacy_choices p ON p.user_id = u.id
    WHERE u.email IS NOT NULL AND u.confirmed = 1 AND u.blocked = 0
      AND p.reminders_given_at IS NOT NULL AND p.reminders_withdrawn_at IS NULL
      AND (u.age_band = 'adult' OR (u.age_band = 'minor' AND p.parent_contact IS NOT NULL))
    ORDER BY u.id`,
  values: [],
})

/** The last events of an account's log. */
export const selectAuthEvents = (userId: number): Statement => ({
  text: `SELECT kind, count, device_kind AS deviceKind, network, last_at AS lastAt
    FROM auth_events WHERE user_id = ? ORDER BY last_at DESC LIMIT 20`,
  values: [userId],
})
