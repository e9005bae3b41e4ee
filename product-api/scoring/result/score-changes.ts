import * as v from 'valibot'
import { formatUnits } from '../../../domain/attempt/fraction.ts'
import type { TestResult } from '../../../domain/contracts/results.ts'
import type { Locale } from '../../../domain/locale.ts'
import type { Database } from '../../database.ts'
import { rulingTextFor, rulingTexts } from '../ruling-texts.ts'

/** Selects how rulings changed an attempt's score, oldest first, for `scoreChangesFrom`. */
export const selectScoreChanges = (db: Database, attemptId: string) =>
  db
    .prepare(
      `SELECT s.question, s.number, s.from_units, s.to_units, s.denominator, r.kind, r.award,
         r.decided_at AS decidedAt, r.reason
       FROM score_changes s JOIN key_rulings r ON r.id = s.ruling_id
       WHERE s.attempt_id = ? ORDER BY s.id`,
    )
    .bind(attemptId)

/** Each change: from 285/4 to 145/2, because question 43 was cancelled. */
export const scoreChangesFrom = (rows: readonly unknown[], locale: Locale): TestResult['changes'] =>
  v.parse(v.array(Row), rows).map(({ from_units, to_units, denominator, reason, ...change }) => ({
    ...change,
    from: formatUnits(from_units, denominator),
    to: formatUnits(to_units, denominator),
    reason: rulingTextFor(reason, locale),
  }))

const Row = v.object({
  question: v.string(),
  number: v.number(),
  from_units: v.number(),
  to_units: v.number(),
  denominator: v.number(),
  kind: v.picklist(['accept', 'cancel']),
  award: v.nullable(v.picklist(['all', 'attempters', 'nobody'])),
  decidedAt: v.string(),
  reason: rulingTexts,
})
