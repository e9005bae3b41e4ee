import * as v from 'valibot'
import type { KeyDecision } from '../../domain/attempt/marking.ts'
import { locales, type Locale } from '../../domain/locale.ts'
import { runStatements, type Database, type Statement } from '../database.ts'
import { wordingDigest } from '../papers/paper-versions.ts'
import type { StoredRuling } from './key-rulings.ts'
import { applyPendingRulings, type RescoringCounts } from './pending-rulings.ts'
import { rulingTexts } from './ruling-texts.ts'

/** A question in its current wording. `options`: in the first of its languages. */
export type RulableQuestion = {
  id: number
  wording: string
  key: number
  languages: Locale[]
  options: readonly string[]
}

/** A ruling to store. `wording`: null for all wordings that the question has had. `reports`:
 *  documentIds of the reports that it closes. */
export type NewRuling = KeyDecision &
  Pick<StoredRuling, 'locale' | 'reason'> & {
    questionId: number
    wording: string | null
    reports: readonly string[]
  }

/** Stores a ruling, closes its reports, and rescores every submitted attempt that it affects. The
 *  ruling is valid once its own transaction is committed, even if the rescoring is killed
 *  (`applyPendingRulings`). Option indexes count from 0. */
export async function ruleKey(
  database: Database,
  { questionId, reports, ...ruling }: NewRuling,
  now: Date,
): Promise<RescoringCounts & { id: number; closedReports: number }> {
  const json = JSON.stringify({ questionId, ...ruling, decidedAt: now.toISOString() })
  const [rows = [], closed = []] = await runStatements(database, [
    { text: insertRuling, values: [json] },
    { text: closeReports, values: [json, JSON.stringify(reports)] },
  ])
  const [{ id }] = v.parse(v.tuple([v.object({ id: v.number() })]), rows)
  return { id, closedReports: closed.length, ...(await applyPendingRulings(database, now)) }
}

const insertRuling = `
INSERT INTO key_rulings (
  question_id, wording, kind, accepted, award, locale, reason, decided_at)
SELECT ?1 ->> 'questionId', ?1 ->> 'wording', ?1 ->> 'kind', ?1 -> 'accepted', ?1 ->> 'award',
  ?1 ->> 'locale', ?1 -> 'reason', ?1 ->> 'decidedAt'
RETURNING id`

const closeReports = `
UPDATE question_reports
SET status = 'corrected', closed_at = ?1 ->> 'decidedAt',
  ruling_id = (SELECT max(id) FROM key_rulings),
  outcome = ?1 -> 'reason'
WHERE question_id = ?1 ->> 'questionId' AND status = 'open'
  AND document_id IN (SELECT value FROM json_each(?2))
RETURNING id`

/** The question with an id of the content files; null if there is none. */
export async function questionByEditorId(
  database: Database,
  editorId: string,
): Promise<RulableQuestion | null> {
  const [rows = []] = await runStatements(database, [
    {
      text: `SELECT q.id, k.correct_option AS key, x.locale, x.options
             FROM questions q
             JOIN answer_keys k ON k.question_id = q.id
             JOIN question_texts x ON x.question_id = q.id
             WHERE q.editor_id = ? ORDER BY x.id`,
      values: [editorId],
    },
  ])
  const texts = v.parse(v.array(QuestionRow), rows)
  const [first] = texts
  if (!first) return null
  const wording = await wordingDigest({
    texts: Object.fromEntries(
      texts.map(({ locale, options }) => [locale, { stem: '', options, alt: null }]),
    ),
  })
  const languages = texts.map(({ locale }) => locale)
  return { id: first.id, key: first.key, options: first.options, wording, languages }
}

const QuestionRow = v.object({
  id: v.number(),
  key: v.number(),
  locale: v.picklist(locales),
  options: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
})

/** Selects the rulings on a question, by its id of the content files, or on all, oldest first.
 *  Rows: ListedRuling. */
export const selectRulingList = (editorId: string | null): Statement => ({
  text: `
    SELECT r.id, q.editor_id AS question, r.accepted, r.award, r.locale, r.reason,
      r.decided_at AS decidedAt, r.settled_at IS NOT NULL AS isSettled,
      (SELECT count(*) FROM score_changes WHERE ruling_id = r.id) AS changes
    FROM key_rulings r JOIN questions q ON q.id = r.question_id
    WHERE ?1 IN ('', q.editor_id) ORDER BY r.id`,
  values: [editorId ?? ''],
})

/** `changes`: how many scores it has changed. isSettled: every affected attempt is rescored. */
export const ListedRuling = v.object({
  ...{ id: v.number(), question: v.string(), reason: rulingTexts, decidedAt: v.string() },
  accepted: v.nullable(v.pipe(v.string(), v.parseJson(), v.array(v.number()))),
  ...{ award: v.nullable(v.string()), locale: v.nullable(v.string()), changes: v.number() },
  isSettled: v.pipe(
    v.number(),
    v.transform((flag) => flag === 1),
  ),
})
