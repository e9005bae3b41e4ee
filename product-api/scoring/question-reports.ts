import * as v from 'valibot'
import type { Localized } from '../../domain/attempt/attempt-result.ts'
import type { QuestionReport } from '../../domain/contracts/question-reports.ts'
import { locales, type Locale } from '../../domain/locale.ts'
import { reportReasons, type ReportReason } from '../../domain/question-report.ts'
import type { Database, PreparedStatement, Statement } from '../database.ts'
import { selectByKey } from '../joined-reads.ts'
import { newDocumentId } from '../document-id.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import { rulingTextFor, rulingTexts } from './ruling-texts.ts'

/** A reader's report of an error in a question. `question`: its documentId. `test` (a slug) or
 *  `attempt` (the id of one of the owner's): where the reader saw it. */
export type NewReport = {
  question: string
  test: string | null
  attempt: string | null
  locale: Locale
  reason: ReportReason
  message: string
}

/** Stores a report, unless the owner has an identical open one. `outcome` is in the report's
 *  language; `number` is the question's current number in the test. Returns null for an unknown
 *  question. */
export async function addReport(
  db: Database,
  owner: Owner,
  report: NewReport,
  now: Date,
): Promise<{ report: QuestionReport; isNew: boolean } | null> {
  const { question, reason, message } = report
  const column = ownerColumn(owner)
  const isSame = `r.${column} = ? AND r.status = 'open' AND q.document_id = ?
    AND r.reason = ? AND r.message = ?`
  const [inserted, found] = await db.batch([
    db
      .prepare(
        `INSERT INTO question_reports (
           document_id, question_id, test_id, locale, reason, message, ${column}, status,
           created_at)
         SELECT ?, q.id,
           coalesce(
             (SELECT id FROM practice_tests WHERE slug = ?),
             (SELECT test_id FROM attempts WHERE id = ? AND ${column} = ?)),
           ?, ?, ?, ?, 'open', ?
         FROM questions q WHERE q.document_id = ?
           AND NOT EXISTS (
             SELECT 1 FROM question_reports r WHERE r.question_id = q.id AND ${isSame})`,
      )
      .bind(
        ...[newDocumentId(), report.test ?? '', report.attempt ?? '', owner.id],
        ...[report.locale, reason, message, owner.id, now.toISOString(), question],
        ...[owner.id, question, reason, message],
      ),
    db
      .prepare(`${selectReports} WHERE ${isSame} LIMIT 1`)
      .bind(owner.id, question, reason, message),
  ])
  const [stored] = parseReports(found?.results ?? [], report.locale)
  return stored ? { report: stored, isNew: (inserted?.meta.changes ?? 0) > 0 } : null
}

const maxListed = 100

/** An owner's latest reports, newest first, with outcomes in a language. */
export async function reportsOf(
  db: Database,
  owner: Owner,
  locale: Locale,
): Promise<QuestionReport[]> {
  const { results } = await selectReportsOf(db, owner).all()
  return parseReports(results, locale)
}

export function selectReportsOf(db: Database, owner: Owner) {
  const column = ownerColumn(owner)
  return selectByKey(
    db,
    {
      columns: reportColumns,
      from: `question_reports r ON r.${column} = asked.value AND r.id >= coalesce((
          SELECT id FROM question_reports WHERE ${column} = asked.value
          ORDER BY id DESC LIMIT 1 OFFSET ${maxListed - 1}), 0)
        ${reportJoins} ORDER BY r.id DESC`,
    },
    owner.id,
  )
}

const reportColumns = `r.id, r.document_id AS documentId, q.document_id AS question,
  s.slug AS state, c.slug AS exam, t.slug AS test,
  (SELECT position + 1 FROM test_questions WHERE test_id = t.id AND question_id = q.id) AS number,
  r.locale, r.reason, r.message, r.status, r.outcome, k.kind, k.award,
  r.created_at AS createdAt, r.closed_at AS closedAt`
const reportJoins = `
JOIN questions q ON q.id = r.question_id
LEFT JOIN practice_tests t ON t.id = r.test_id
LEFT JOIN categories c ON c.id = t.category_id
LEFT JOIN states s ON s.id = c.state_id
LEFT JOIN key_rulings k ON k.id = r.ruling_id`
const selectReports = `SELECT ${reportColumns} FROM question_reports r ${reportJoins}`

/** Leaves out which options a ruling accepts: keys are shown in results only. */
const parseReports = (rows: readonly unknown[], locale: Locale): QuestionReport[] =>
  v.parse(v.array(Row), rows).map(({ outcome, kind, award, ...report }) => ({
    ...report,
    outcome: outcome && rulingTextFor(outcome, locale),
    ruling: kind && { kind, award },
    updatedAt: report.closedAt ?? report.createdAt,
  }))

const text = v.nullable(v.string())
const Row = v.object({
  id: v.number(),
  documentId: v.string(),
  question: v.string(),
  number: v.nullable(v.number()),
  ...{ state: text, exam: text, test: text },
  locale: v.picklist(locales),
  reason: v.picklist(reportReasons),
  message: v.string(),
  status: v.picklist(['open', 'corrected', 'declined']),
  outcome: v.nullable(rulingTexts),
  ...{ award: text, createdAt: v.string(), closedAt: text },
  kind: v.nullable(v.picklist(['accept', 'cancel'])),
})

/** Selects the reports without an answer, oldest first, by the ids of the content files. Rows:
 *  OpenReport. */
export const selectOpenReports: Statement = {
  text: `
    SELECT r.document_id AS id, q.editor_id AS question, t.slug AS test, r.locale, r.reason,
      r.message, r.created_at AS createdAt
    FROM question_reports r
    JOIN questions q ON q.id = r.question_id
    LEFT JOIN practice_tests t ON t.id = r.test_id
    WHERE r.status = 'open' ORDER BY r.id`,
  values: [],
}

export const OpenReport = v.object({
  ...{ id: v.string(), question: v.string(), test: text, locale: v.string() },
  ...{ reason: v.string(), message: v.string(), createdAt: v.string() },
})

/** Closes an open report with an answer to its reader; returns its row if there is one. `ruling`:
 *  the id of the ruling that was made because of it. */
export const closeReport = (
  report: string,
  answer: {
    status: 'corrected' | 'declined'
    outcome: Localized<string>
    ruling: number | null
  },
  now: Date,
): Statement => ({
  text: `
    UPDATE question_reports
    SET status = ?2 ->> 'status', ruling_id = ?2 ->> 'ruling', closed_at = ?3,
      outcome = ?2 -> 'outcome'
    WHERE document_id = ?1 AND status = 'open' RETURNING id`,
  values: [report, JSON.stringify(answer), now.toISOString()],
})

/** Statements, for one batch, that make a guest's reports a member's. */
export const claimQuestionReports = (
  db: Database,
  guestId: string,
  userId: number,
): PreparedStatement[] => [
  db
    .prepare('UPDATE question_reports SET user_id = ?2, guest_id = NULL WHERE guest_id = ?1')
    .bind(guestId, userId),
]
