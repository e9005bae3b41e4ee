import * as v from 'valibot'
import type { TestResult } from '../../../domain/contracts/results.ts'
import type { Database } from '../../database.ts'
import { selectByKey } from '../../joined-reads.ts'
import type { ScoredAttempt } from './scored-attempt.ts'

type Comparison = Pick<TestResult, 'comparison' | 'notCompared'>

/** A comparison with fewer others would reveal something about each of them. */
export const minOthers = 5

/** Selects what an attempt is compared with, for `comparisonFrom`: the scores of all at its test,
 *  which is the same statement for all of them. Cost: one row. */
export const selectScores = (shared: Database, { test_id }: ScoredAttempt) =>
  shared.prepare('SELECT scores, left_out FROM paper_scores WHERE test_id = ?').bind(test_id)

/** Selects what of this attempt is among the scores, which may be late by some seconds. Cost: one
 *  row. */
export const selectCounted = (shared: Database, { id }: ScoredAttempt) =>
  selectByKey(
    shared,
    {
      columns: 'a.is_compared, a.score_units, a.maximum_units',
      from: 'attempts a ON a.id = asked.value',
    },
    id,
  )

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

/** No row: nobody is compared. */
const Scores = v.object({
  scores: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number())),
  left_out: v.number(),
})

/** No row: its summary has not arrived. */
const Counted = v.object({
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
  scores: v.InferOutput<typeof Scores>['scores'],
  counted: v.InferOutput<typeof Counted> | undefined,
  { score_units, maximum_units }: v.InferOutput<typeof OwnStanding>,
) {
  let [count, below] = [0, 0]
  const add = (units: number, maximum: number, attempts: number) => {
    count += attempts
    if (units * maximum_units < score_units * maximum) below += attempts
  }
  for (const [score, attempts] of Object.entries(scores)) {
    const [units = 0, maximum = 0] = score.split(':').map(Number)
    add(units, maximum, attempts)
  }
  if (counted?.is_compared === 1) add(counted.score_units ?? 0, counted.maximum_units ?? 0, -1)
  return { count, below }
}

/** How many others there are and how many of them have a smaller share of the marks; or why the
 *  attempt is not compared: not the owner's first at the test, not by the clock, late answers, not
 *  earnest (domain/attempt/earnest.ts), too few others. `leftOut`: the attempts that are not
 *  earnest. */
export function comparisonFrom(
  { scoreRows, countedRows }: { scoreRows: readonly unknown[]; countedRows: readonly unknown[] },
  ownRows: readonly unknown[],
  { mode, is_compared }: ScoredAttempt,
): Comparison {
  const [all] = v.parse(v.array(Scores), scoreRows)
  const [counted] = v.parse(v.array(Counted), countedRows)
  const own = v.parse(OwnStanding, ownRows[0])
  const none = (notCompared: Comparison['notCompared']) => ({ comparison: null, notCompared })
  if (mode !== 'exam') return none('practice')
  if (own.is_left_out === 1) return none('not-earnest')
  if (is_compared === 0) return none(own.is_not_first === 1 ? 'not-first' : 'late')
  const { count, below } = countsIn(all?.scores ?? {}, counted, own)
  if (count < minOthers) return none('few')
  return { comparison: { count, below, leftOut: all?.left_out ?? 0 }, notCompared: null }
}
