import * as v from 'valibot'
import type { TestResult } from '../../../domain/contracts/results.ts'
import type { Database } from '../../database.ts'
import type { ScoredAttempt } from './scored-attempt.ts'

type Comparison = Pick<TestResult, 'comparison' | 'notCompared'>

/** A comparison with fewer others would reveal something about each of them. */
export const minOthers = 5

/** Selects what an attempt is compared with, for `comparisonFrom`: the scores of all, and what of
 *  this attempt is among them, which may be late by some seconds. Cost: two rows; no other
 *  attempts. */
export const selectScores = (shared: Database, { id, test_id }: ScoredAttempt) =>
  shared
    .prepare(
      `SELECT s.scores, s.left_out, a.is_compared, a.score_units, a.maximum_units
       FROM practice_tests t
       LEFT JOIN paper_scores s ON s.test_id = t.id LEFT JOIN attempts a ON a.id = ?1
       WHERE t.id = ?2`,
    )
    .bind(id, test_id)

/** Selects what the reader's own object knows of it, for `comparisonFrom`. Cost: the reader's
 *  attempts at the test. */
export const selectOwnStanding = (own: Database, { id }: ScoredAttempt) =>
  own
    .prepare(
      `SELECT mine.score_units, mine.maximum_units, mine.is_left_out,
         EXISTS (
           SELECT 1 FROM attempts e WHERE e.test_id = mine.test_id AND e.id <> mine.id
             AND e.released_to IS NULL
             AND ((e.started_at, e.id) < (mine.started_at, mine.id)
               OR e.submitted_at < mine.submitted_at
               OR (e.mode <> 'exam' AND e.started_at < mine.submitted_at))) AS is_not_first
       FROM attempts mine WHERE mine.id = ?`,
    )
    .bind(id)

/** `scores`: of paper_scores, null if nobody is compared. */
const Scores = v.object({
  scores: v.nullable(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number()))),
  left_out: v.nullable(v.number()),
  is_compared: v.nullable(v.number()),
  score_units: v.nullable(v.number()),
  maximum_units: v.nullable(v.number()),
})

const OwnStanding = v.object({
  ...{ score_units: v.number(), maximum_units: v.number() },
  ...{ is_not_first: v.number(), is_left_out: v.number() },
})

/** Counts the others, and those with a smaller share of the marks. Compares shares, not marks:
 *  another version of the paper may have other marks. Products of whole numbers keep that exact. */
function countsIn(
  { scores, ...counted }: v.InferOutput<typeof Scores>,
  { score_units, maximum_units }: v.InferOutput<typeof OwnStanding>,
) {
  let [count, below] = [0, 0]
  const add = (units: number, maximum: number, attempts: number) => {
    count += attempts
    if (units * maximum_units < score_units * maximum) below += attempts
  }
  for (const [score, attempts] of Object.entries(scores ?? {})) {
    const [units = 0, maximum = 0] = score.split(':').map(Number)
    add(units, maximum, attempts)
  }
  if (counted.is_compared === 1) add(counted.score_units ?? 0, counted.maximum_units ?? 0, -1)
  return { count, below }
}

/** How many others there are and how many of them have a smaller share of the marks; or why the
 *  attempt is not compared: not the owner's first at the test, not by the clock, late answers, not
 *  earnest (domain/attempt/earnest.ts), too few others. `leftOut`: the attempts that are not
 *  earnest. */
export function comparisonFrom(
  scoreRows: readonly unknown[],
  ownRows: readonly unknown[],
  { mode, is_compared }: ScoredAttempt,
): Comparison {
  const [scores, own] = [v.parse(Scores, scoreRows[0]), v.parse(OwnStanding, ownRows[0])]
  const none = (notCompared: Comparison['notCompared']) => ({ comparison: null, notCompared })
  if (mode !== 'exam') return none('practice')
  if (own.is_left_out === 1) return none('not-earnest')
  if (is_compared === 0) return none(own.is_not_first === 1 ? 'not-first' : 'late')
  const { count, below } = countsIn(scores, own)
  if (count < minOthers) return none('few')
  return { comparison: { count, below, leftOut: scores.left_out ?? 0 }, notCompared: null }
}
