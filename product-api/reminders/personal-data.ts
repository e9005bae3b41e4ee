import type { Database, PreparedStatement } from '../database.ts'
import { personalRows, type PersonalData } from '../identity/personal-data.ts'

/** Deleted with their user (ON DELETE CASCADE), and what is still to be sent with them. */
const choices: PersonalData = {
  name: 'reminders',
  collect: (db, { id }) =>
    personalRows(
      db,
      `SELECT c.kind, c.locale, c.exams, c.quiet_from, c.quiet_to, c.by_mail, c.agreed_at,
         c.sent_on,
         (SELECT json_group_array(subject) FROM due_reminders WHERE choice = c.n) AS due
       FROM reminder_choices c WHERE c.user_id = ? ORDER BY c.n`,
      id,
    ),
}

/** Without the keys, with which messages to the device could be written. */
const devices: PersonalData = {
  name: 'pushDevices',
  collect: (db, { id }) =>
    personalRows(
      db,
      `SELECT endpoint, user_agent, created_at, reached_at FROM push_devices
       WHERE user_id = ? ORDER BY created_at, id`,
      id,
    ),
}

export const remindersPersonalData: readonly PersonalData[] = [choices, devices]

/** Statements, for one batch, that make a guest's consents and devices a member's. What the member
 *  has decided stays. */
export const claimReminders = (
  db: Database,
  guestId: string,
  userId: number,
): PreparedStatement[] => [
  db
    .prepare(
      `UPDATE OR IGNORE reminder_choices SET user_id = ?2, guest_id = NULL WHERE guest_id = ?1`,
    )
    .bind(guestId, userId),
  db.prepare('DELETE FROM reminder_choices WHERE guest_id = ?').bind(guestId),
  db
    .prepare(
      `UPDATE push_devices SET user_id = ?2, guest_id = NULL, session_id = (
         SELECT id FROM sessions WHERE user_id = ?2 AND revoked_at IS NULL
         ORDER BY created_at DESC LIMIT 1)
       WHERE guest_id = ?1`,
    )
    .bind(guestId, userId),
]
