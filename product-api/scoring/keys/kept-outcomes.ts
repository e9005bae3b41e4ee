import * as v from 'valibot'
import { outcomes, type Answer } from '../marking/mark-paper.ts'

/** What became of a question of a submitted attempt, as it is kept. */
export type KeptOutcome = v.InferOutput<typeof KeptOutcome>

const KeptOutcome = v.object({
  attempt: v.string(),
  question: v.string(),
  number: v.number(),
  option: v.nullable(v.number()),
  locale: v.string(),
  outcome: v.picklist(outcomes),
  units: v.number(),
  spentMs: v.number(),
})

/** The columns of attempt_outcomes `o` that `keptOutcomes` reads. */
export const outcomeColumns = `o.attempt_id AS attempt, o.question, o.number, o.option, o.locale, o.outcome, o.units, o.spent_ms AS spentMs`

/** ?1: the attempt. */
export const outcomesOf = `SELECT ${outcomeColumns} FROM attempt_outcomes o WHERE o.attempt_id = ?1`

export const keptOutcomes = (rows: readonly unknown[]): KeptOutcome[] =>
  v.parse(v.array(KeptOutcome), rows)

/** What is marked again: nothing that was answered changes after the submission, only what it is worth. */
export const answersIn = (kept: readonly KeptOutcome[]): ReadonlyMap<string, Answer> =>
  new Map(kept.map(({ question, ...answer }) => [question, answer]))
