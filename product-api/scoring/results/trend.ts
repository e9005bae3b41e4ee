import * as v from 'valibot'
import type { AttemptRow } from '../../attempts/attempt-row.ts'
import { formatUnits } from '../marking/fraction.ts'

/** One of the owner's submitted attempts at the same test. */
export type TrendPoint = {
  id: string
  submittedAt: string
  score: string
  maximum: string
  mode: AttemptRow['mode']
}

const longestTrend = 100

/** The latest attempts of the same owner at the same test, for `trendIn`. */
export function trendOf(db: D1Database, { user_id, guest_id, test_id }: AttemptRow) {
  const [column, owner] = user_id === null ? ['guest_id', guest_id] : ['user_id', user_id]
  return db
    .prepare(
      `SELECT id, submitted_at AS submittedAt, score_units, maximum_units, denominator, mode FROM attempts
       WHERE ${column} = ? AND test_id = ? AND submitted_at IS NOT NULL ORDER BY submitted_at DESC, id DESC LIMIT ${longestTrend}`,
    )
    .bind(owner, test_id)
}

/** Oldest first. */
export const trendIn = (rows: readonly unknown[]): TrendPoint[] =>
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
  mode: v.picklist(['exam', 'practice', 'form']),
})
