import * as v from 'valibot'
import type { AttemptRow } from '../../attempts/attempt-row.ts'

/** How many others there are to be compared with, and how many of them have a smaller share of the marks. */
export type Comparison = { count: number; below: number }

/** Why there is none: not the owner's first at this test, not by the clock, answers that came late, too few others. */
export type NotCompared = 'not-first' | 'practice' | 'late' | 'few'

/** A share of fewer would say something about each of them. */
const fewestOthers = 5

/** The others of a test, for `comparisonIn`. Shares are compared, not marks: a later version of a paper may have other marks.
 *  Products of whole numbers keep that exact. Cost: a walk through the compared attempts of the test, in an index. */
export const othersOf = (db: D1Database, { id }: AttemptRow) =>
  db
    .prepare(
      `SELECT count(o.id) AS count,
         count(*) FILTER (WHERE o.score_units * mine.maximum_units < mine.score_units * o.maximum_units) AS below,
         EXISTS (
           SELECT 1 FROM attempts e WHERE e.test_id = mine.test_id AND e.id <> mine.id
             AND (e.user_id = mine.user_id OR e.guest_id = mine.guest_id)
             AND ((e.started_at, e.id) < (mine.started_at, mine.id) OR e.submitted_at < mine.submitted_at
               OR (e.mode <> 'exam' AND e.started_at < mine.submitted_at))) AS is_not_first
       FROM attempts mine
       LEFT JOIN attempts o ON o.test_id = mine.test_id AND o.is_compared = 1 AND mine.is_compared = 1 AND o.id <> mine.id
       WHERE mine.id = ?`,
    )
    .bind(id)

const Row = v.object({ count: v.number(), below: v.number(), is_not_first: v.number() })

export function comparisonIn(
  rows: readonly unknown[],
  { mode, is_compared }: AttemptRow,
): { comparison: Comparison | null; notCompared: NotCompared | null } {
  const { count, below, is_not_first } = v.parse(Row, rows[0])
  const none = (notCompared: NotCompared) => ({ comparison: null, notCompared })
  if (mode !== 'exam') return none('practice')
  if (is_compared === 0) return none(is_not_first === 1 ? 'not-first' : 'late')
  if (count < fewestOthers) return none('few')
  return { comparison: { count, below }, notCompared: null }
}
