import * as v from 'valibot'
import { attemptModes } from '../../domain/attempt/attempt-result.ts'
import { locales, type Locale } from '../../domain/locale.ts'
import type { Database, Stores } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import { parsePaperHead, type PaperHead } from '../papers/paper-versions.ts'
import { isOwnedBy } from './attempt-row.ts'
import { readAttempt } from './read-attempt.ts'
import { openJournal } from './stored-journal.ts'

/** A submitted attempt with the head of its paper. isFirst: the owner's first submitted attempt at
 *  the test. */
export type SubmittedAttempt = Omit<v.InferOutput<typeof Row>, 'head' | 'isFirst'> & {
  isFirst: boolean
  paper: PaperHead
}

/** An owner's submitted and marked attempts, the latest first, at most `max`: those of a live mock
 *  are marked with its results. Cost: one read of the owner's
 *  attempts, by the index attempts_of_user or attempts_of_guest. */
export async function submittedAttemptsOf(
  db: Database,
  owner: Owner,
  max: number,
): Promise<SubmittedAttempt[]> {
  const { results } = await db
    .prepare(
      `SELECT a.id, a.version_id AS version, a.test_id AS test, a.locale, v.head,
         (CASE a.on_paper WHEN 1 THEN 'paper' ELSE a.mode END) AS mode,
         a.started_at AS startedAt, a.ends_at AS endsAt, a.submitted_at AS submittedAt,
         a.score_units AS scoreUnits, a.maximum_units AS maximumUnits, a.denominator,
         a.is_compared AS isCompared,
         row_number() OVER (PARTITION BY a.test_id ORDER BY a.submitted_at, a.id) = 1 AS isFirst
       FROM attempts a JOIN paper_versions v ON v.id = a.version_id
       WHERE a.${ownerColumn(owner)} = ? AND a.submitted_at IS NOT NULL AND a.maximum_units > 0
       ORDER BY a.submitted_at DESC, a.id DESC LIMIT ?`,
    )
    .bind(owner.id, max)
    .all()
  return v.parse(v.array(Row), results).map(({ head, isFirst, ...row }) => ({
    ...row,
    isFirst: isFirst === 1,
    paper: parsePaperHead({ head }),
  }))
}

/** The paper version and language of one submitted attempt; null if the owner has none of that id.
 *  Cost: one row. */
export async function submittedAttemptById(
  db: Database,
  owner: Owner,
  id: string,
): Promise<{ version: number; locale: Locale } | null> {
  const row = await db
    .prepare(
      `SELECT version_id AS version, locale FROM attempts
       WHERE id = ? AND ${ownerColumn(owner)} = ? AND submitted_at IS NOT NULL`,
    )
    .bind(id, owner.id)
    .first()
  return row ? v.parse(v.object({ version: v.number(), locale: v.picklist(locales) }), row) : null
}

/** The same of an attempt in practice mode whose reader has seen the key of a question; null for
 *  any other. Cost: two rows, and the paper's if it is not in memory. */
export async function practisedAttemptById(
  stores: Stores,
  owner: Owner,
  id: string,
  question: string,
): Promise<{ version: number; locale: Locale } | null> {
  const row = await readAttempt(stores.own, id)
  if (!row || row.mode !== 'practice' || !isOwnedBy(owner, row)) return null
  const { keysShown } = await openJournal(stores, row)
  return keysShown.has(question) ? { version: row.version_id, locale: row.locale } : null
}

const Row = v.object({
  id: v.string(),
  version: v.number(),
  test: v.number(),
  locale: v.picklist(locales),
  head: v.string(),
  mode: v.picklist(attemptModes),
  startedAt: v.string(),
  endsAt: v.nullable(v.string()),
  submittedAt: v.string(),
  scoreUnits: v.number(),
  maximumUnits: v.number(),
  denominator: v.number(),
  isCompared: v.number(),
  isFirst: v.number(),
})
