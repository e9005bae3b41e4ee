import * as v from 'valibot'
import type { TestResult } from '../../../domain/contracts/results.ts'
import type { Database } from '../../database.ts'
import type { ScoredAttempt } from './scored-attempt.ts'

type Comparison = Pick<TestResult, 'comparison' | 'notCompared'>

/** A comparison with fewer others would reveal something about each of them. */
export const minOthers = 5

/** Selects what an attempt is compared with, for `comparisonFrom`. Cost: two rows, and the owner's
 *  attempts at the test; no other attempts. */
export const selectComparison = (db: Database, { id }: ScoredAttempt) =>
  db
    .prepare(
      `SELECT s.scores, coalesce(s.left_out, 0) AS left_out,
         mine.score_units, mine.maximum_units, mine.is_left_out,
         EXISTS (
           SELECT 1 FROM attempts e WHERE e.test_id = mine.test_id AND e.id <> mine.id
             AND (e.user_id = mine.user_id OR e.guest_id = mine.guest_id)
             AND ((e.started_at, e.id) < (mine.started_at, mine.id)
               OR e.submitted_at < mine.submitted_at
               OR (e.mode <> 'exam' AND e.started_at < mine.submitted_at))) AS is_not_first
       FROM attempts mine LEFT JOIN paper_scores s ON s.test_id = mine.test_id
       WHERE mine.id = ?`,
    )
    .bind(id)

/** `scores`: of paper_scores, null if nobody is compared. */
const Row = v.object({
  scores: v.nullable(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number()))),
  ...{ score_units: v.number(), maximum_units: v.number(), is_not_first: v.number() },
  ...{ left_out: v.number(), is_left_out: v.number() },
})

/** Counts the others, and those with a smaller share of the marks. Compares shares, not marks:
 *  another version of the paper may have other marks. Products of whole numbers keep that exact. */
function countsIn({ scores, score_units, maximum_units }: v.InferOutput<typeof Row>) {
  let [count, below] = [0, 0]
  for (const [score, attempts] of Object.entries(scores ?? {})) {
    const [units = 0, maximum = 0] = score.split(':').map(Number)
    count += attempts
    if (units * maximum_units < score_units * maximum) below += attempts
  }
  return { count: count - 1, below }
}

/** How many others there are and how many of them have a smaller share of the marks; or why the
 *  attempt is not compared: not the owner's first at the test, not by the clock, late answers, not
 *  earnest (domain/attempt/earnest.ts), too few others. `leftOut`: the attempts that are not
 *  earnest. */
export function comparisonFrom(
  rows: readonly unknown[],
  { mode, is_compared }: ScoredAttempt,
): Comparison {
  const row = v.parse(Row, rows[0])
  const none = (notCompared: Comparison['notCompared']) => ({ comparison: null, notCompared })
  if (mode !== 'exam') return none('practice')
  if (row.is_left_out === 1) return none('not-earnest')
  if (is_compared === 0) return none(row.is_not_first === 1 ? 'not-first' : 'late')
  const { count, below } = countsIn(row)
  if (count < minOthers) return none('few')
  return { comparison: { count, below, leftOut: row.left_out }, notCompared: null }
}
