import * as v from 'valibot'
import { distributionOf, type Distribution } from '../../domain/study/progress.ts'
import type { SubmittedAttempt } from '../attempts/submitted-attempts.ts'
import type { Database } from '../database.ts'
import { minOthers } from './result/comparison.ts'

/** How the first attempts of all are distributed, at the first of these attempts that is compared
 *  and has at least five others; null if none has. Cost: one read, a row for each attempt. */
export async function distributionFor(
  db: Database,
  attempts: readonly SubmittedAttempt[],
): Promise<Distribution | null> {
  const compared = attempts.filter(({ isCompared }) => isCompared === 1)
  if (compared.length === 0) return null
  const { results } = await db
    .prepare(
      `SELECT test_id AS test, scores FROM json_each(?) j
       JOIN paper_scores s ON s.test_id = j.value`,
    )
    .bind(JSON.stringify(compared.map(({ test }) => test)))
    .all()
  const scores = new Map(v.parse(v.array(Row), results).map((row) => [row.test, row.scores]))
  for (const { id, test, scoreUnits: units, maximumUnits: maximum } of compared) {
    const found = distributionOf(scores.get(test) ?? {}, { units, maximum })
    if (found.count >= minOthers) return { attempt: id, ...found }
  }
  return null
}

const Row = v.object({
  test: v.number(),
  scores: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number())),
})
