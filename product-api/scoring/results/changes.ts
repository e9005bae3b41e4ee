import * as v from 'valibot'
import { formatUnits } from '../marking/fraction.ts'

/** How a ruling changed the score of an attempt: from 285/4 to 145/2, because question 43 was cancelled. `reason`: in the reader's language. */
export type ScoreChange = {
  question: string
  number: number
  from: string
  to: string
  kind: 'accept' | 'cancel'
  award: 'all' | 'attempters' | 'nobody' | null
  reason: string
  decidedAt: string
}

/** The changes of an attempt's score, in their order, for `changesIn`. */
export const changesOf = (db: D1Database, attemptId: string) =>
  db
    .prepare(
      `SELECT s.question, s.number, s.from_units, s.to_units, s.denominator, r.kind, r.award, r.decided_at AS decidedAt,
         r.reason_kn AS kn, r.reason_en AS en, r.reason_te AS te
       FROM score_changes s JOIN key_rulings r ON r.id = s.ruling_id WHERE s.attempt_id = ? ORDER BY s.id`,
    )
    .bind(attemptId)

export const changesIn = (rows: readonly unknown[], locale: 'kn' | 'en' | 'te'): ScoreChange[] =>
  v
    .parse(v.array(Row), rows)
    .map(({ from_units, to_units, denominator, kn, en, te, ...change }) => ({
      ...change,
      from: formatUnits(from_units, denominator),
      to: formatUnits(to_units, denominator),
      reason: { kn, en, te }[locale],
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
  ...{ kn: v.string(), en: v.string(), te: v.string() },
})
