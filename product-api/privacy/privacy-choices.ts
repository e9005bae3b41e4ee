import type { Privacy } from '../../domain/contracts/privacy.ts'
import type { AgeBand } from '../../domain/privacy.ts'
import type { Database, PreparedStatement } from '../database.ts'

type Row = {
  age_band: AgeBand | null
  reminders_given_at: string | null
  reminders_withdrawn_at: string | null
  parent_contact: string | null
  parent_confirmed_at: string | null
  nominee: string | null
}

/** What a member has decided. Cost: one read. */
export async function privacyOf(db: Database, userId: number): Promise<Privacy> {
  const row = (await db
    .prepare(
      `SELECT u.age_band, p.reminders_given_at, p.reminders_withdrawn_at, p.parent_contact,
         p.parent_confirmed_at, p.nominee
       FROM users u LEFT JOIN privacy_choices p ON p.user_id = u.id WHERE u.id = ?`,
    )
    .bind(userId)
    .first<Row>())!
  const { parent_contact: contact, parent_confirmed_at: confirmedAt } = row
  const isAllowed =
    row.age_band === 'adult' || (row.age_band === 'minor' && row.parent_contact !== null)
  return {
    ageBand: row.age_band,
    parent: contact !== null && confirmedAt !== null ? { contact, confirmedAt } : null,
    reminders: {
      isAllowed,
      isGiven: isAllowed && row.reminders_given_at !== null && row.reminders_withdrawn_at === null,
      givenAt: row.reminders_given_at,
      withdrawnAt: row.reminders_withdrawn_at,
    },
    nominee: row.nominee,
  }
}

/** Sets the age band. A minor becomes an adult by the operator's hand only: it is asked
 *  once. Rows: one if it was set. */
export const setAgeBand = (db: Database, userId: number, band: AgeBand, now: Date) =>
  db
    .prepare(
      `UPDATE users SET age_band = ?1, updated_at = ?2
       WHERE id = ?3 AND (age_band IS NULL OR age_band = ?1 OR ?1 = 'minor') RETURNING id`,
    )
    .bind(band, now.toISOString(), userId)

/** Gives or withdraws consent to letters. Repeating a decision changes no time. */
export const setReminders = (
  db: Database,
  userId: number,
  isGiven: boolean,
  now: Date,
): PreparedStatement =>
  isGiven
    ? db
        .prepare(
          `INSERT INTO privacy_choices (user_id, reminders_given_at, updated_at)
           VALUES (?1, ?2, ?2)
           ON CONFLICT (user_id) DO UPDATE SET updated_at = ?2, reminders_withdrawn_at = NULL,
             reminders_given_at = iif(reminders_given_at IS NULL
               OR reminders_withdrawn_at IS NOT NULL, ?2, reminders_given_at)`,
        )
        .bind(userId, now.toISOString())
    : db
        .prepare(
          `UPDATE privacy_choices SET updated_at = ?2,
             reminders_withdrawn_at = coalesce(reminders_withdrawn_at, ?2)
           WHERE user_id = ?1 AND reminders_given_at IS NOT NULL`,
        )
        .bind(userId, now.toISOString())

export const setNominee = (db: Database, userId: number, nominee: string | null, now: Date) =>
  db
    .prepare(
      `INSERT INTO privacy_choices (user_id, nominee, updated_at) VALUES (?1, ?2, ?3)
       ON CONFLICT (user_id) DO UPDATE SET nominee = ?2, updated_at = ?3`,
    )
    .bind(userId, nominee, now.toISOString())
