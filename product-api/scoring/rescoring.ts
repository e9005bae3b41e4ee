import type { Outcome } from '../../domain/attempt/attempt-result.ts'
import {
  unitsPerOutcome,
  type MarkablePaper,
  type MarkedQuestion,
} from '../../domain/attempt/marking.ts'
import type { Statement } from '../database.ts'
import type { StoredRuling } from './key-rulings.ts'
import type { StoredOutcome } from './stored-outcomes.ts'

/** A question whose stored outcome is outdated. `ruling`: the ruling that changed it; null: a
 *  correction of our own marking. */
export type ChangedOutcome = {
  attempt: string
  question: string
  outcome: Outcome
  units: number
  ruling: number | null
}

/** The questions whose stored outcomes differ from how they are marked now. */
export function changedOutcomes(
  stored: readonly StoredOutcome[],
  marked: readonly MarkedQuestion[],
): ChangedOutcome[] {
  const current = new Map(marked.map((question) => [question.id, question]))
  return stored.flatMap(({ attempt, question, ...old }) => {
    const { outcome, units, rulingId: ruling } = current.get(question) ?? { ...old, rulingId: null }
    const isSame = outcome === old.outcome && units === old.units
    return isSame ? [] : [{ attempt, question, outcome, units, ruling }]
  })
}

/** Statements, for one batch, that store changed outcomes of attempts at one paper version, the
 *  attempts' scores, and how each ruling changed them. Idempotent: what is up to date is not
 *  changed, and questions with a ruling newer than `rulings` are skipped. Rows: the ids of the
 *  score changes, then the ids of the attempts. */
export function rescoringStatements(
  changed: readonly ChangedOutcome[],
  paper: MarkablePaper,
  rulings: readonly StoredRuling[],
  now: Date,
): Statement[] {
  const json = JSON.stringify(changed)
  const newestRuling = Math.max(0, ...rulings.map(({ id }) => id))
  const rightUnits = unitsPerOutcome(paper).worth.right
  return [
    { text: insertScoreChanges, values: [json, newestRuling, now.toISOString()] },
    { text: updateScores, values: [json, newestRuling, rightUnits] },
    { text: updateOutcomes, values: [json, newestRuling] },
  ]
}

/** ?1: ChangedOutcome[], ?2: the newest ruling that was applied. */
const difference = `
WITH found AS (
  SELECT value ->> 'attempt' AS attempt_id, value ->> 'question' AS question,
    value ->> 'ruling' AS ruling_id, value ->> 'outcome' AS outcome, value ->> 'units' AS units
  FROM json_each(?1)),
difference AS (
  SELECT f.*, o.number, o.outcome AS old_outcome, f.units - o.units AS gain
  FROM found f
  CROSS JOIN attempt_outcomes o ON o.attempt_id = f.attempt_id AND o.question = f.question
  WHERE (o.outcome <> f.outcome OR o.units <> f.units)
    AND NOT EXISTS (
      SELECT 1 FROM key_rulings r JOIN questions q ON q.id = r.question_id
      WHERE q.document_id = f.question AND r.id > ?2))`

/** Several rulings on one attempt change its score one after the other. */
const insertScoreChanges = `${difference}
INSERT OR IGNORE INTO score_changes
  (attempt_id, ruling_id, question, number, from_units, to_units, denominator, created_at)
SELECT d.attempt_id, d.ruling_id, d.question, d.number,
  a.score_units + sum(d.gain) OVER so_far - d.gain, a.score_units + sum(d.gain) OVER so_far,
  a.denominator, ?3
FROM difference d JOIN attempts a ON a.id = d.attempt_id
WHERE d.gain <> 0 AND d.ruling_id IS NOT NULL
WINDOW so_far AS (PARTITION BY d.attempt_id ORDER BY d.ruling_id)
RETURNING id`

/** ?3: the units of a right answer, by which a void question lowers the maximum. */
const updateScores = `${difference}
UPDATE attempts SET score_units = score_units + d.gain,
  maximum_units = maximum_units + d.maximum_gain
FROM (
  SELECT attempt_id, sum(gain) AS gain,
    sum(((old_outcome = 'void') - (outcome = 'void')) * ?3) AS maximum_gain
  FROM difference GROUP BY attempt_id) d
WHERE attempts.id = d.attempt_id
RETURNING id`

const updateOutcomes = `${difference}
UPDATE attempt_outcomes SET outcome = d.outcome, units = d.units
FROM difference d
WHERE attempt_outcomes.attempt_id = d.attempt_id AND attempt_outcomes.question = d.question`
