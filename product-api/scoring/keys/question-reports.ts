import * as v from 'valibot'
import { columnOf, type Owner } from '../../attempts/attempt-row.ts'
import type { Locale } from '../../attempts/frozen-paper.ts'
import { newDocumentId } from '../../identity/digests.ts'
import type { Statement } from '../../../authoring/load.ts'
import type { Ruling } from './rulings.ts'

export const reportReasons = [
  ...(['key', 'translation', 'wording', 'figure', 'syllabus', 'other'] as const),
]

/** What a reader says is wrong. `question`: documentId. `test`: slug, `attempt`: id of the owner's; either tells where it was seen. */
export type NewReport = {
  question: string
  test: string | null
  attempt: string | null
  locale: Locale
  reason: (typeof reportReasons)[number]
  message: string
}

/** A report as the one who made it sees it. `outcome` is in their language. `exam`, `state`, `test` are slugs, `number` is the question's
 *  place in that test today. What a ruling accepts is a key: it stands in results alone. */
export type ReportJson = {
  id: number
  documentId: string
  question: string
  state: string | null
  exam: string | null
  test: string | null
  number: number | null
  locale: string
  reason: string
  message: string
  status: 'open' | 'corrected' | 'declined'
  outcome: string | null
  ruling: { kind: 'accept' | 'cancel'; award: string | null } | null
  createdAt: string
  updatedAt: string
  closedAt: string | null
}

/** Keeps a report; the same one of the same owner, as long as it is open, is kept once. Returns null for a question that there is not. */
export async function keepReport(
  db: D1Database,
  owner: Owner,
  report: NewReport,
  now: Date,
): Promise<{ report: ReportJson; isNew: boolean } | null> {
  const { question, reason, message } = report
  const same = `r.${columnOf(owner)} = ? AND r.status = 'open' AND q.document_id = ? AND r.reason = ? AND r.message = ?`
  const [inserted, kept] = await db.batch([
    db
      .prepare(
        `INSERT INTO question_reports (document_id, question_id, test_id, locale, reason, message, ${columnOf(owner)}, status, created_at)
         SELECT ?, q.id,
           coalesce((SELECT id FROM practice_tests WHERE slug = ?), (SELECT test_id FROM attempts WHERE id = ? AND ${columnOf(owner)} = ?)),
           ?, ?, ?, ?, 'open', ?
         FROM questions q WHERE q.document_id = ?
           AND NOT EXISTS (SELECT 1 FROM question_reports r WHERE r.question_id = q.id AND ${same})`,
      )
      .bind(
        ...[newDocumentId(), report.test ?? '', report.attempt ?? '', owner.id],
        ...[report.locale, reason, message, owner.id, now.toISOString(), question],
        ...[owner.id, question, reason, message],
      ),
    db.prepare(`${reports} WHERE ${same} LIMIT 1`).bind(owner.id, question, reason, message),
  ])
  const [shown] = reportsIn(kept?.results ?? [], report.locale)
  return shown ? { report: shown, isNew: inserted?.meta.changes === 1 } : null
}

const longestList = 100

/** What an owner has reported and what came of it, newest first. */
export async function ownReports(
  db: D1Database,
  owner: Owner,
  locale: Locale,
): Promise<ReportJson[]> {
  const { results } = await db
    .prepare(`${reports} WHERE r.${columnOf(owner)} = ? ORDER BY r.id DESC LIMIT ${longestList}`)
    .bind(owner.id)
    .all()
  return reportsIn(results, locale)
}

const reports = `
SELECT r.id, r.document_id AS documentId, q.document_id AS question, s.slug AS state, c.slug AS exam, t.slug AS test,
  (SELECT position + 1 FROM test_questions WHERE test_id = t.id AND question_id = q.id) AS number,
  r.locale, r.reason, r.message, r.status, r.outcome_kn AS kn, r.outcome_en AS en, r.outcome_te AS te,
  k.kind, k.award, r.created_at AS createdAt, r.closed_at AS closedAt
FROM question_reports r JOIN questions q ON q.id = r.question_id
LEFT JOIN practice_tests t ON t.id = r.test_id LEFT JOIN categories c ON c.id = t.category_id LEFT JOIN states s ON s.id = c.state_id
LEFT JOIN key_rulings k ON k.id = r.ruling_id`

const reportsIn = (rows: readonly unknown[], locale: Locale): ReportJson[] =>
  v.parse(v.array(Row), rows).map(({ kn, en, te, kind, award, ...report }) => ({
    ...report,
    outcome: { kn, en, te }[locale],
    ruling: kind && { kind, award },
    updatedAt: report.closedAt ?? report.createdAt,
  }))

const text = v.nullable(v.string())
const Row = v.object({
  ...{
    id: v.number(),
    documentId: v.string(),
    question: v.string(),
    number: v.nullable(v.number()),
  },
  ...{ state: text, exam: text, test: text, locale: v.string(), reason: v.string() },
  ...{ message: v.string(), status: v.picklist(['open', 'corrected', 'declined']) },
  ...{ kn: text, en: text, te: text, award: text, createdAt: v.string(), closedAt: text },
  kind: v.nullable(v.picklist(['accept', 'cancel'])),
})

/** What editors have still to answer, oldest first, with the names by which they know it. */
export const openReports: Statement = {
  text: `
    SELECT r.document_id AS id, q.editor_id AS question, t.slug AS test, r.locale, r.reason, r.message, r.created_at AS createdAt
    FROM question_reports r JOIN questions q ON q.id = r.question_id LEFT JOIN practice_tests t ON t.id = r.test_id
    WHERE r.status = 'open' ORDER BY r.id`,
  values: [],
}

export const OpenReport = v.object({
  ...{ id: v.string(), question: v.string(), test: text, locale: v.string() },
  ...{ reason: v.string(), message: v.string(), createdAt: v.string() },
})

/** Closes an open report with words for its reader; gives its row, if there is one. `ruling`: what was ruled because of it. */
export const closing = (
  report: string,
  answer: {
    status: 'corrected' | 'declined'
    outcome: Ruling['reason']
    ruling: number | null
  },
  now: Date,
): Statement => ({
  text: `
    UPDATE question_reports SET status = ?2 ->> 'status', ruling_id = ?2 ->> 'ruling', closed_at = ?3,
      outcome_kn = ?2 ->> '$.outcome.kn', outcome_en = ?2 ->> '$.outcome.en', outcome_te = ?2 ->> '$.outcome.te'
    WHERE document_id = ?1 AND status = 'open' RETURNING id`,
  values: [report, JSON.stringify(answer), now.toISOString()],
})
