import type { FrozenPaper } from '../../attempts/frozen-paper.ts'
import type { Statement } from '../../../authoring/load.ts'
import { schemeOf, type MarkedQuestion, type Outcome } from '../marking/mark-paper.ts'
import type { KeptOutcome } from './kept-outcomes.ts'
import type { Ruling } from './rulings.ts'

/** A question that is worth something else than what is kept: by a ruling, else by our own mending of how we mark. */
export type NewOutcome = {
  attempt: string
  question: string
  outcome: Outcome
  units: number
  ruling: number | null
}

/** Where what is kept of an attempt differs from its marks by its rulings. */
export function differences(
  kept: readonly KeptOutcome[],
  marked: readonly MarkedQuestion[],
): NewOutcome[] {
  const now = new Map(marked.map((question) => [question.id, question]))
  return kept.flatMap(({ attempt, question, ...old }) => {
    const { outcome, units, rulingId: ruling } = now.get(question) ?? { ...old, rulingId: null }
    const isSame = outcome === old.outcome && units === old.units
    return isSame ? [] : [{ attempt, question, outcome, units, ruling }]
  })
}

/** Writes outcomes of attempts at one version of a paper, their scores, and how each ruling changed them. For one batch. Harmless to
 *  repeat: what is already as it should be stays, and what a ruling newer than `rulings` is about is left to it.
 *  Rows: the ids of changes of a score, then the ids of the attempts. */
export function rescoring(
  changed: readonly NewOutcome[],
  paper: FrozenPaper,
  rulings: readonly Ruling[],
  now: Date,
): Statement[] {
  const json = JSON.stringify(changed)
  const newest = Math.max(0, ...rulings.map(({ id }) => id))
  return [
    { text: changeScores, values: [json, newest, now.toISOString()] },
    { text: scoreAttempts, values: [json, newest, schemeOf(paper).worth.right] },
    { text: changeOutcomes, values: [json, newest] },
  ]
}

/** ?1: NewOutcome[], ?2: the newest ruling by which they were found. */
const difference = `
WITH found AS (
  SELECT value ->> 'attempt' AS attempt_id, value ->> 'question' AS question, value ->> 'ruling' AS ruling_id,
    value ->> 'outcome' AS outcome, value ->> 'units' AS units
  FROM json_each(?1)),
difference AS (
  SELECT f.*, o.number, o.outcome AS old_outcome, f.units - o.units AS gain
  FROM found f CROSS JOIN attempt_outcomes o ON o.attempt_id = f.attempt_id AND o.question = f.question
  WHERE (o.outcome <> f.outcome OR o.units <> f.units)
    AND NOT EXISTS (
      SELECT 1 FROM key_rulings r JOIN questions q ON q.id = r.question_id
      WHERE q.document_id = f.question AND r.id > ?2))`

/** Several rulings on one attempt change its score one after the other. */
const changeScores = `${difference}
INSERT OR IGNORE INTO score_changes
  (attempt_id, ruling_id, question, number, from_units, to_units, denominator, created_at)
SELECT d.attempt_id, d.ruling_id, d.question, d.number,
  a.score_units + sum(d.gain) OVER so_far - d.gain, a.score_units + sum(d.gain) OVER so_far, a.denominator, ?3
FROM difference d JOIN attempts a ON a.id = d.attempt_id
WHERE d.gain <> 0 AND d.ruling_id IS NOT NULL
WINDOW so_far AS (PARTITION BY d.attempt_id ORDER BY d.ruling_id)
RETURNING id`

/** ?3: the units of a right answer, which a void question takes from the maximum. */
const scoreAttempts = `${difference}
UPDATE attempts SET score_units = score_units + d.gain, maximum_units = maximum_units + d.room
FROM (
  SELECT attempt_id, sum(gain) AS gain, sum(((old_outcome = 'void') - (outcome = 'void')) * ?3) AS room
  FROM difference GROUP BY attempt_id) d
WHERE attempts.id = d.attempt_id
RETURNING id`

const changeOutcomes = `${difference}
UPDATE attempt_outcomes SET outcome = d.outcome, units = d.units
FROM difference d
WHERE attempt_outcomes.attempt_id = d.attempt_id AND attempt_outcomes.question = d.question`
