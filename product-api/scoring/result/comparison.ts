import * as v from 'valibot'
import type { TestResult } from '../../../domain/contracts/results.ts'
import type { Database } from '../../database.ts'
import type { ScoredAttempt } from './scored-attempt.ts'

type Comparison = Pick<TestResult, 'comparison' | 'notCompared'>

/** A comparison with fewer others would reveal something about each of them. */
const minOthers = 5

/** Selects the other compared attempts at the test, for `comparisonFrom`. Compares shares, not
 *  marks: another version of the paper may have other marks. Products of whole numbers keep that
 *  exact. Cost: reads the compared attempts at the test, in an index. */
export const selectComparison = (db: Database, { id }: ScoredAttempt) =>
  db
    .prepare(
      `SELECT count(o.id) AS count,
         count(*) FILTER (
           WHERE o.score_units * mine.maximum_units < mine.score_units * o.maximum_units) AS below,
         EXISTS (
           SELECT 1 FROM attempts e WHERE e.test_id = mine.test_id AND e.id <> mine.id
             AND (e.user_id = mine.user_id OR e.guest_id = mine.guest_id)
             AND ((e.started_at, e.id) < (mine.started_at, mine.id)
               OR e.submitted_at < mine.submitted_at
               OR (e.mode <> 'exam' AND e.started_at < mine.submitted_at))) AS is_not_first,
         (SELECT count(*) FROM attempts l INDEXED BY attempts_left_out
          WHERE l.test_id = mine.test_id AND l.is_left_out = 1) AS left_out,
         mine.is_left_out
       FROM attempts mine
       LEFT JOIN attempts o ON o.test_id = mine.test_id
         AND o.is_compared = 1 AND mine.is_compared = 1 AND o.id <> mine.id
       WHERE mine.id = ?`,
    )
    .bind(id)

const Row = v.object({
  ...{ count: v.number(), below: v.number(), is_not_first: v.number() },
  ...{ left_out: v.number(), is_left_out: v.number() },
})

/** How many others there are and how many of them have a smaller share of the marks; or why the
 *  attempt is not compared: not the owner's first at the test, not by the clock, late answers, not
 *  earnest (domain/attempt/earnest.ts), too few others. `leftOut`: the attempts that are not
 *  earnest. */
export function comparisonFrom(
  rows: readonly unknown[],
  { mode, is_compared }: ScoredAttempt,
): Comparison {
  const { count, below, left_out, ...row } = v.parse(Row, rows[0])
  const none = (notCompared: Comparison['notCompared']) => ({ comparison: null, notCompared })
  if (mode !== 'exam') return none('practice')
  if (row.is_left_out === 1) return none('not-earnest')
  if (is_compared === 0) return none(row.is_not_first === 1 ? 'not-first' : 'late')
  if (count < minOthers) return none('few')
  return { comparison: { count, below, leftOut: left_out }, notCompared: null }
}
