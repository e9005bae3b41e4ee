import * as v from 'valibot'
import { markPaper } from '../../domain/attempt/marking.ts'
import { runStatements, type Database } from '../database.ts'
import { paperVersionWithKeys } from '../papers/paper-versions.ts'
import { rulingsOnVersion } from '../scoring/key-rulings.ts'
import { changedAttempt, rescoringStatements } from '../scoring/rescoring.ts'
import { answersIn, marksColumns, MarksRow, outcomesIn } from '../scoring/stored-outcomes.ts'

/** What other features need of a submitted attempt. Marks in whole units of 1/denominator. */
export type AttemptSummary = v.InferOutput<typeof AttemptSummary>
const AttemptSummary = v.object({
  id: v.string(),
  submittedAt: v.string(),
  scoreUnits: v.number(),
  maximumUnits: v.number(),
  denominator: v.number(),
})

/** The summaries of those of some attempts at one version that are submitted, marked by the keys
 *  and rulings of this moment: those that were marked before the keys were published are marked
 *  again and stored. Idempotent. Cost: five statements, whatever the number of attempts; at most
 *  100 at a time. */
export async function attemptSummaries(
  db: Database,
  versionId: number,
  ids: readonly string[],
  now: Date,
): Promise<AttemptSummary[]> {
  const { paper, keys } = await paperVersionWithKeys(db, versionId)
  const rulings = await rulingsOnVersion(db, versionId)
  const json = JSON.stringify(ids)
  const { results } = await db
    .prepare(
      `SELECT ${marksColumns}
       FROM json_each(?1) j JOIN attempt_marks m ON m.attempt_id = j.value
       JOIN attempts a ON a.id = m.attempt_id WHERE a.version_id = ?2`,
    )
    .bind(json, versionId)
    .all()
  const questions = paper.questions.map(({ id }) => id)
  const changed = v.parse(v.array(MarksRow), results).flatMap((row) => {
    const stored = outcomesIn(row, questions)
    const answers = answersIn(stored)
    const locale = stored[0]?.locale ?? paper.languages[0]!
    const marked = markPaper(paper, keys, rulings, answers, locale)
    return changedAttempt(row.attempt, stored, marked.questions) ?? []
  })
  if (changed.length > 0)
    await runStatements(db, rescoringStatements(changed, paper, rulings, now, 'shared'))
  const found = await db.prepare(selectSummaries).bind(json, versionId).all()
  return v.parse(v.array(AttemptSummary), found.results)
}

const selectSummaries = `
SELECT a.id, a.submitted_at AS submittedAt, a.score_units AS scoreUnits,
  a.maximum_units AS maximumUnits, a.denominator
FROM json_each(?1) j JOIN attempts a ON a.id = j.value
WHERE a.submitted_at IS NOT NULL AND a.version_id = ?2`
