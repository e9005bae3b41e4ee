import type { MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { markPaper } from '../../domain/attempt/marking.ts'
import { defaultLocale } from '../../domain/locale.ts'
import { runStatements, type Database } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { parsePaperVersion, type PaperVersionWithKeys } from '../papers/paper-versions.ts'
import { rulingsOnWordings, selectRulings, type StoredRuling } from './key-rulings.ts'
import { changedAttempt, rescoringStatements, type ChangedAttempt } from './rescoring.ts'
import {
  answersIn,
  marksColumns,
  MarksRow,
  movingOldOutcomes,
  outcomesIn,
} from './stored-outcomes.ts'

/** How many attempts were rescored, and how many changes of a score that made. */
export type RescoringCounts = { attempts: number; changes: number }

const attemptsPerStep = 200

/** Rescores the submitted attempts that pending rulings affect, and marks the rulings as settled.
 *  Can be killed at any point and run again: each step is one transaction that changes only what is
 *  outdated, and a ruling is pending until all its steps are done. Until then an attempt is
 *  rescored when its own result is read (scoring.ts). Cost: two calls per 200 attempts. */
export async function applyPendingRulings(database: Database, now: Date): Promise<RescoringCounts> {
  const [pending = [], versions = []] = await runStatements(database, [
    { text: 'SELECT id FROM key_rulings WHERE settled_at IS NULL', values: [] },
    { text: selectAffectedVersions, values: [] },
  ])
  let total = { attempts: 0, changes: 0 }
  for (const { id } of v.parse(v.array(v.object({ id: v.number() })), versions))
    total = sum(total, await rescoreVersion(database, id, now))
  if (pending.length > 0) {
    const ids = JSON.stringify(pending.map(({ id }) => id))
    const text =
      'UPDATE key_rulings SET settled_at = ? WHERE id IN (SELECT value FROM json_each(?))'
    await runStatements(database, [{ text, values: [now.toISOString(), ids] }])
  }
  return total
}

/** One request in this many applies what is pending. */
const requestsPerRun = 50

/** Finishes, in `waitUntil`, the rescoring that a killed command left pending. An attempt's own
 *  result is up to date without it; comparisons with others' scores are not. Cost: for one request
 *  in fifty, two small reads if nothing is pending. */
export const applyPendingRulingsInBackground: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next()
  if (Math.random() * requestsPerRun >= 1) return
  c.executionCtx.waitUntil(applyPendingRulings(c.env.DB, new Date()))
}

const selectAffectedVersions = `
SELECT DISTINCT p.id FROM key_rulings r JOIN questions q ON q.id = r.question_id
JOIN paper_versions p ON json_type(p.keys, '$."' || q.document_id || '"') IS NOT NULL
WHERE r.settled_at IS NULL ORDER BY p.id`

const sum = (a: RescoringCounts, b: RescoringCounts): RescoringCounts => ({
  attempts: a.attempts + b.attempts,
  changes: a.changes + b.changes,
})

async function rescoreVersion(
  database: Database,
  versionId: number,
  now: Date,
): Promise<RescoringCounts> {
  const { version, rulings, questions } = await ruledPartOf(database, versionId)
  let total = { attempts: 0, changes: 0 }
  let afterId: string | null = version.paper.questions.length === 0 ? null : ''
  while (afterId !== null) {
    const { changed, lastId } = await nextChanges(
      ...[database, versionId, afterId, version, rulings, questions],
    )
    if (changed.length > 0) {
      const [changes = [], attempts = []] = await runStatements(
        database,
        rescoringStatements(changed, version.paper, rulings, now, 'shared'),
      )
      total = sum(total, { attempts: attempts.length, changes: changes.length })
    }
    afterId = lastId
  }
  return total
}

const VersionRow = v.object({ head: v.string(), questions: v.string(), keys: v.string() })

/** A paper version with only those questions that have rulings, and the ids of all. */
async function ruledPartOf(
  database: Database,
  versionId: number,
): Promise<{ version: PaperVersionWithKeys; rulings: StoredRuling[]; questions: string[] }> {
  const [rows = [], rulingRows = []] = await runStatements(database, [
    { text: 'SELECT head, questions, keys FROM paper_versions WHERE id = ?', values: [versionId] },
    { text: selectRulings, values: [versionId] },
  ])
  const { paper, keys } = await parsePaperVersion(v.parse(VersionRow, rows[0]))
  const rulings = rulingsOnWordings(rulingRows, paper)
  const questions = paper.questions.filter(({ id }) =>
    rulings.some(({ question }) => question === id),
  )
  const ids = paper.questions.map(({ id }) => id)
  return { version: { paper: { ...paper, questions }, keys }, rulings, questions: ids }
}

/** Rescores some submitted attempts at one version by the rulings of this moment. Idempotent. Cost:
 *  one read where there are no rulings. */
export async function rescoreSummaries(
  database: Database,
  versionId: number,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const { results } = await database.prepare(selectRulings).bind(versionId).all()
  if (results.length === 0) return
  const { version, rulings, questions } = await ruledPartOf(database, versionId)
  const { results: rows } = await database
    .prepare(
      `SELECT ${marksColumns} FROM attempt_marks m
       WHERE m.attempt_id IN (SELECT value FROM json_each(?))`,
    )
    .bind(JSON.stringify(ids))
    .all()
  const changed = changedAmong(rows, version, rulings, questions)
  if (changed.length > 0)
    await runStatements(
      database,
      rescoringStatements(changed, version.paper, rulings, now, 'shared'),
    )
}

/** The next attempts after an id whose marks are outdated, and the last that was checked; null:
 *  there are no more. */
async function nextChanges(
  database: Database,
  versionId: number,
  afterId: string,
  version: PaperVersionWithKeys,
  rulings: readonly StoredRuling[],
  questions: readonly string[],
): Promise<{ changed: ChangedAttempt[]; lastId: string | null }> {
  const next = [versionId, afterId, attemptsPerStep]
  const [, , ids = [], rows = []] = await runStatements(database, [
    ...movingOldOutcomes(selectNextAttempts, ...next),
    { text: selectNextAttempts, values: next },
    { text: selectTheirMarks, values: next },
  ])
  const changed = changedAmong(rows, version, rulings, questions)
  return { changed, lastId: v.parse(v.nullable(v.string()), ids.at(-1)?.id ?? null) }
}

/** The attempts among rows of `marksColumns` whose marks are outdated. */
const changedAmong = (
  rows: readonly unknown[],
  { paper, keys }: PaperVersionWithKeys,
  rulings: readonly StoredRuling[],
  questions: readonly string[],
): ChangedAttempt[] =>
  v.parse(v.array(MarksRow), rows).flatMap((row) => {
    const stored = outcomesIn(row, questions)
    const locale = stored[0]?.locale ?? defaultLocale
    const marked = markPaper(paper, keys, rulings, answersIn(stored), locale)
    return changedAttempt(row.attempt, stored, marked.questions) ?? []
  })

const selectNextAttempts = `
SELECT id FROM attempts WHERE version_id = ?1 AND submitted_at IS NOT NULL AND id > ?2
ORDER BY id LIMIT ?3`

const selectTheirMarks = `
SELECT ${marksColumns} FROM attempt_marks m WHERE m.attempt_id IN (${selectNextAttempts})`
