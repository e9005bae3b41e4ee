import * as v from 'valibot'
import { outcomes } from '../../domain/attempt/attempt-result.ts'
import type { Answer } from '../../domain/attempt/marking.ts'
import { locales } from '../../domain/locale.ts'

/** The outcome of a question of a submitted attempt, as a row of `attempt_outcomes`. */
export type StoredOutcome = v.InferOutput<typeof StoredOutcome>

const StoredOutcome = v.object({
  attempt: v.string(),
  question: v.string(),
  number: v.number(),
  option: v.nullable(v.number()),
  locale: v.picklist(locales),
  outcome: v.picklist(outcomes),
  units: v.number(),
  spentMs: v.number(),
})

/** The columns of attempt_outcomes `o` that `parseOutcomes` reads. */
export const outcomeColumns =
  'o.attempt_id AS attempt, o.question, o.number, o.option, o.locale, o.outcome, o.units, ' +
  'o.spent_ms AS spentMs'

/** ?1: the attempt. */
export const selectOutcomes = `
SELECT ${outcomeColumns} FROM attempt_outcomes o WHERE o.attempt_id = ?1`

export const parseOutcomes = (rows: readonly unknown[]): StoredOutcome[] =>
  v.parse(v.array(StoredOutcome), rows)

/** The answers, to mark them again. After the submission only their outcomes change. */
export const answersIn = (stored: readonly StoredOutcome[]): ReadonlyMap<string, Answer> =>
  new Map(stored.map(({ question, ...answer }) => [question, answer]))
