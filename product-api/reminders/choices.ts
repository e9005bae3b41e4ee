import type { Locale } from '../../domain/locale.ts'
import { defaultQuietHours, type ReminderKind } from '../../domain/reminders.ts'
import type { Database, PreparedStatement } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'

/** A row of `reminder_choices`. Times are ISO 8601. */
export type ChoiceRow = {
  n: number
  user_id: number | null
  guest_id: string | null
  kind: ReminderKind
  locale: Locale
  quiet_from: number
  quiet_to: number
  by_mail: number
  unanswered: number
  sent_on: string | null
  agreed_at: string
}

/** What the owner agreed to. */
export async function choicesOf(db: Database, owner: Owner): Promise<ChoiceRow[]> {
  const { results } = await db
    .prepare(`SELECT * FROM reminder_choices WHERE ${ownerColumn(owner)} = ? ORDER BY kind`)
    .bind(owner.id)
    .all<ChoiceRow>()
  return results
}

/** Agrees to a kind. Again: in another language, or of one exam more. Hours and e-mail are as in
 *  the owner's other kinds. */
export function agreeStatement(
  db: Database,
  owner: Owner,
  { kind, locale, exam }: { kind: ReminderKind; locale: Locale; exam: string | undefined },
  now: Date,
  /** When cards are looked up first. */
  checkAt: Date,
): PreparedStatement {
  const column = ownerColumn(owner)
  const other = (name: string, absent: number) =>
    `coalesce((SELECT ${name} FROM reminder_choices WHERE ${column} = ?1 LIMIT 1), ${absent})`
  const { from, to } = defaultQuietHours
  return db
    .prepare(
      `INSERT INTO reminder_choices
         (${column}, kind, locale, exams, quiet_from, quiet_to, by_mail, check_at, agreed_at)
       SELECT ?1, ?2, ?3, ?4, ${other('quiet_from', from)}, ${other('quiet_to', to)},
         ${other('by_mail', 0)}, iif(?2 = 'cards', ?6, NULL), ?5
       WHERE true
       ON CONFLICT (${column}, kind) DO UPDATE SET locale = excluded.locale, exams = (
         SELECT json_group_array(value) FROM (
           SELECT value FROM json_each(reminder_choices.exams)
           UNION SELECT value FROM json_each(excluded.exams)))`,
    )
    .bind(
      ...[owner.id, kind, locale],
      ...[JSON.stringify(exam === undefined ? [] : [exam]), now.toISOString()],
      checkAt.toISOString(),
    )
}

/** Ends a kind, with what was to be sent. */
export const endStatement = (db: Database, owner: Owner, kind: ReminderKind) =>
  db
    .prepare(`DELETE FROM reminder_choices WHERE ${ownerColumn(owner)} = ? AND kind = ?`)
    .bind(owner.id, kind)

export const settingsStatement = (
  db: Database,
  owner: Owner,
  { quietFrom, quietTo, byMail }: { quietFrom: number; quietTo: number; byMail: boolean },
) =>
  db
    .prepare(
      `UPDATE reminder_choices SET quiet_from = ?2, quiet_to = ?3, by_mail = ?4
       WHERE ${ownerColumn(owner)} = ?1`,
    )
    .bind(owner.id, quietFrom, quietTo, byMail ? 1 : 0)
