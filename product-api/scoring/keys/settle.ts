import * as v from 'valibot'
import { versionOf, type PaperVersion } from '../../attempts/frozen-paper.ts'
import type { Database } from '../../../authoring/load.ts'
import { markPaper } from '../marking/mark-paper.ts'
import { answersIn, keptOutcomes, outcomeColumns } from './kept-outcomes.ts'
import { differences, rescoring, type NewOutcome } from './rescoring.ts'
import { fitting, rulingsOnVersion, type Ruling } from './rulings.ts'

/** How many attempts were marked otherwise, and how many changes of their scores that made. */
export type Settled = { attempts: number; changes: number }

const attemptsInOneStep = 200

/** Scores the submitted attempts by all rulings that wait for it, and says so in the rulings. May be killed anywhere and run again:
 *  a step is one transaction that changes only what is not yet as it should be, and a ruling waits until all its steps are done.
 *  Meanwhile an attempt is scored when its own result is read (results/result.ts). Cost: two calls for 200 attempts. */
export async function settleRulings(database: Database, now: Date): Promise<Settled> {
  const [pending = [], versions = []] = await database.batch([
    { text: 'SELECT id FROM key_rulings WHERE settled_at IS NULL', values: [] },
    { text: versionsThatWait, values: [] },
  ])
  let settled = { attempts: 0, changes: 0 }
  for (const { id } of v.parse(v.array(v.object({ id: v.number() })), versions))
    settled = sum(settled, await settleVersion(database, id, now))
  if (pending.length > 0) {
    const ids = JSON.stringify(pending.map(({ id }) => id))
    const text =
      'UPDATE key_rulings SET settled_at = ? WHERE id IN (SELECT value FROM json_each(?))'
    await database.batch([{ text, values: [now.toISOString(), ids] }])
  }
  return settled
}

const versionsThatWait = `
SELECT DISTINCT p.id FROM key_rulings r JOIN questions q ON q.id = r.question_id
JOIN paper_versions p ON json_type(p.keys, '$."' || q.document_id || '"') IS NOT NULL
WHERE r.settled_at IS NULL ORDER BY p.id`

const sum = (one: Settled, other: Settled): Settled => ({
  attempts: one.attempts + other.attempts,
  changes: one.changes + other.changes,
})

async function settleVersion(database: Database, versionId: number, now: Date): Promise<Settled> {
  const { version, rulings } = await ruledPartOf(database, versionId)
  let settled = { attempts: 0, changes: 0 }
  let after: string | null = version.paper.questions.length === 0 ? null : ''
  while (after !== null) {
    const { found, last } = await nextAttempts(database, versionId, after, version, rulings)
    if (found.length > 0) {
      const [changes = [], attempts = []] = await database.batch(
        rescoring(found, version.paper, rulings, now),
      )
      settled = sum(settled, { attempts: attempts.length, changes: changes.length })
    }
    after = last
  }
  return settled
}

const VersionRow = v.object({ head: v.string(), questions: v.string(), keys: v.string() })

/** A version of a paper with those questions alone that rulings are about. */
async function ruledPartOf(
  database: Database,
  versionId: number,
): Promise<{ version: PaperVersion; rulings: Ruling[] }> {
  const [rows = [], rulingRows = []] = await database.batch([
    { text: 'SELECT head, questions, keys FROM paper_versions WHERE id = ?', values: [versionId] },
    { text: rulingsOnVersion, values: [versionId] },
  ])
  const { paper, keys } = await versionOf(v.parse(VersionRow, rows[0]))
  const rulings = fitting(rulingRows, paper)
  const questions = paper.questions.filter(({ id }) =>
    rulings.some(({ question }) => question === id),
  )
  return { version: { paper: { ...paper, questions }, keys }, rulings }
}

/** What has to change in the next attempts after an id, and the last of those attempts; null: there are no more. */
async function nextAttempts(
  database: Database,
  versionId: number,
  after: string,
  { paper, keys }: PaperVersion,
  rulings: readonly Ruling[],
): Promise<{ found: NewOutcome[]; last: string | null }> {
  const questions = JSON.stringify(paper.questions.map(({ id }) => id))
  const [ids = [], rows = []] = await database.batch([
    { text: submittedAfter, values: [versionId, after, attemptsInOneStep] },
    { text: outcomesOfThem, values: [versionId, after, attemptsInOneStep, questions] },
  ])
  const byAttempt = Map.groupBy(keptOutcomes(rows), ({ attempt }) => attempt)
  const found = [...byAttempt.values()].flatMap((kept) =>
    differences(kept, markPaper(paper, keys, rulings, answersIn(kept), kept[0]!.locale).questions),
  )
  return { found, last: v.parse(v.nullable(v.string()), ids.at(-1)?.id ?? null) }
}

const submittedAfter = `
SELECT id FROM attempts WHERE version_id = ?1 AND submitted_at IS NOT NULL AND id > ?2 ORDER BY id LIMIT ?3`

const outcomesOfThem = `
SELECT ${outcomeColumns} FROM attempt_outcomes o
WHERE o.attempt_id IN (${submittedAfter}) AND o.question IN (SELECT value FROM json_each(?4))`
