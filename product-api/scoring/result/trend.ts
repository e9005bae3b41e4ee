import * as v from 'valibot'
import { attemptModes } from '../../../domain/attempt/attempt-result.ts'
import { formatUnits } from '../../../domain/attempt/fraction.ts'
import type { TestResult } from '../../../domain/contracts/results.ts'
import type { Database } from '../../database.ts'
import type { ScoredAttempt } from './scored-attempt.ts'

const maxTrendPoints = 100

/** Selects the latest submitted attempts of the same owner at the same test, for `trendFrom`. */
export const selectTrend = (own: Database, { test_id }: ScoredAttempt) =>
  own
    .prepare(
      `SELECT id, submitted_at AS submittedAt, score_units, maximum_units, denominator,
         (CASE on_paper WHEN 1 THEN 'paper' ELSE mode END) AS mode
       FROM attempts WHERE test_id = ? AND submitted_at IS NOT NULL AND released_to IS NULL
       ORDER BY submitted_at DESC, id DESC LIMIT ${maxTrendPoints}`,
    )
    .bind(test_id)

/** Oldest first. */
export const trendFrom = (rows: readonly unknown[]): TestResult['trend'] =>
  v
    .parse(v.array(Row), rows)
    .map(({ score_units, maximum_units, denominator, ...point }) => ({
      ...point,
      score: formatUnits(score_units, denominator),
      maximum: formatUnits(maximum_units, denominator),
    }))
    .reverse()

const Row = v.object({
  id: v.string(),
  submittedAt: v.string(),
  score_units: v.number(),
  maximum_units: v.number(),
  denominator: v.number(),
  mode: v.picklist(attemptModes),
})
