import { personalRows, type PersonalData } from '../identity/personal-data.ts'

/** After the account is deleted, reports stay without a name (ON DELETE SET NULL) and without the
 *  words that the person typed: which question is wrong, and why, helps other readers. */
const questionReports: PersonalData = {
  name: 'questionReports',
  collect: (db, { id }) =>
    personalRows(
      db,
      `SELECT q.document_id AS question, r.locale, r.reason, r.message, r.status, r.created_at,
         r.closed_at
       FROM question_reports r JOIN questions q ON q.id = r.question_id
       WHERE r.user_id = ? ORDER BY r.id`,
      id,
    ),
  eraseStatements: (db, { id }) => [
    db.prepare(`UPDATE question_reports SET message = '' WHERE user_id = ?`).bind(id),
  ],
}

export const scoringPersonalData: readonly PersonalData[] = [questionReports]
