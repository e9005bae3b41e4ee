import type { Outcome } from '../../domain/attempt/attempt-result.ts'
import {
  unitsPerOutcome,
  type MarkablePaper,
  type MarkedQuestion,
} from '../../domain/attempt/marking.ts'
import type { Statement } from '../database.ts'
import type { StoredRuling } from './key-rulings.ts'
import { encodeMarks, type StoredOutcome } from './stored-outcomes.ts'

/** A question whose stored outcome is outdated. `ruling`: the ruling that changed it; null: a
 *  correction of our own marking. */
type ChangedOutcome = {
  question: string
  number: number
  before: Outcome
  outcome: Outcome
  gain: number
  ruling: number | null
}

/** An attempt whose marks are outdated. `before` and `after`: its stored outcomes. */
export type ChangedAttempt = {
  attempt: string
  before: readonly StoredOutcome[]
  after: readonly StoredOutcome[]
  changes: readonly ChangedOutcome[]
}

/** How an attempt's marks differ from how it is marked now; null: they do not. `marked`: all of its
 *  questions, or only those that may differ. */
export function changedAttempt(
  attempt: string,
  stored: readonly StoredOutcome[],
  marked: readonly MarkedQuestion[],
): ChangedAttempt | null {
  const current = new Map(marked.map((question) => [question.id, question]))
  const changes = stored.flatMap(({ question, number, outcome: before, units }) => {
    const now = current.get(question)
    if (!now || (now.outcome === before && now.units === units)) return []
    const { outcome, rulingId: ruling } = now
    return [{ question, number, before, outcome, gain: now.units - units, ruling }]
  })
  if (changes.length === 0) return null
  const after = stored.map((old) => {
    const { outcome, units } = current.get(old.question) ?? old
    return { ...old, outcome, units }
  })
  return { attempt, before: stored, after, changes }
}

/** Statements, for one batch, that store the changed marks of attempts at one paper version, the
 *  attempts' scores, and how each ruling changed them. Idempotent: an attempt whose marks are not
 *  `before` any more is not changed, nor one with a ruling newer than `rulings` on a changed
 *  question: that ruling's own run changes it. Rows: the ids of the score changes, then the ids of
 *  the attempts. In a reader's object there are no rulings to look at: there, a newer one is
 *  applied when the result is read next. */
export function rescoringStatements(
  changed: readonly ChangedAttempt[],
  paper: MarkablePaper,
  rulings: readonly StoredRuling[],
  now: Date,
  where: 'shared' | 'own',
): Statement[] {
  const rightUnits = unitsPerOutcome(paper).worth.right
  const isVoid = (outcome: Outcome) => (outcome === 'void' ? 1 : 0)
  const json = JSON.stringify(
    changed.map(({ attempt, before, after, changes }) => {
      const [old, { outcomes, units }] = [encodeMarks(before), encodeMarks(after)]
      return {
        ...{ attempt, outcomes, units, oldOutcomes: old.outcomes, oldUnits: old.units },
        gain: changes.reduce((sum, { gain }) => sum + gain, 0),
        maximumGain: changes.reduce(
          (sum, { before, outcome }) => sum + (isVoid(before) - isVoid(outcome)) * rightUnits,
          0,
        ),
        changes: changes.map(({ question, number, gain, ruling }) => {
          return { question, number, gain, ruling }
        }),
      }
    }),
  )
  const newestRuling = Math.max(0, ...rulings.map(({ id }) => id))
  return [
    { text: insertScoreChanges(where), values: [json, newestRuling, now.toISOString()] },
    { text: updateScores(where), values: [json, newestRuling] },
    ...(where === 'own' ? [] : [{ text: noteRescored, values: [json, newestRuling] }]),
    { text: updateMarks(where), values: [json, newestRuling] },
  ]
}

/** ?1: the changed attempts, ?2: the newest ruling that was applied. */
const outdated = (where: 'shared' | 'own') => `
WITH outdated AS (
  SELECT f.value ->> 'attempt' AS attempt_id, f.value AS value
  FROM json_each(?1) f
  CROSS JOIN attempt_marks m ON m.attempt_id = f.value ->> 'attempt'
    AND m.outcomes = f.value ->> 'oldOutcomes' AND m.units = f.value ->> 'oldUnits'
  WHERE ${where === 'own' ? '?2 >= 0' : hasNoNewerRuling})`

const hasNoNewerRuling = `NOT EXISTS (
    SELECT 1 FROM key_rulings r JOIN questions q ON q.id = r.question_id
    WHERE r.id > ?2 AND q.document_id IN (
      SELECT c.value ->> 'question' FROM json_each(f.value, '$.changes') c))`

/** Several rulings on one attempt change its score one after the other. */
const insertScoreChanges = (where: 'shared' | 'own') => `${outdated(where)},
difference AS (
  SELECT o.attempt_id, c.value ->> 'question' AS question, c.value ->> 'number' AS number,
    c.value ->> 'ruling' AS ruling_id, c.value ->> 'gain' AS gain
  FROM outdated o, json_each(o.value, '$.changes') c)
INSERT OR IGNORE INTO score_changes
  (attempt_id, ruling_id, question, number, from_units, to_units, denominator, created_at)
SELECT d.attempt_id, d.ruling_id, d.question, d.number,
  a.score_units + sum(d.gain) OVER so_far - d.gain, a.score_units + sum(d.gain) OVER so_far,
  a.denominator, ?3
FROM difference d JOIN attempts a ON a.id = d.attempt_id
WHERE d.gain <> 0 AND d.ruling_id IS NOT NULL
WINDOW so_far AS (PARTITION BY d.attempt_id ORDER BY d.ruling_id)
RETURNING id`

/** A void question lowers the maximum by a right answer. */
const updateScores = (where: 'shared' | 'own') => `${outdated(where)}
UPDATE attempts SET score_units = score_units + (o.value ->> 'gain'),
  maximum_units = maximum_units + (o.value ->> 'maximumGain')
FROM outdated o WHERE attempts.id = o.attempt_id
RETURNING id`

/** Their objects are told by the queue (attempts/rescored-attempts.ts). */
const noteRescored = `${outdated('shared')}
INSERT INTO rescored_attempts (attempt_id)
SELECT a.id FROM outdated o JOIN attempts a ON a.id = o.attempt_id WHERE a.in_object = 1
ON CONFLICT (attempt_id) DO UPDATE SET sent_until = ''`

const updateMarks = (where: 'shared' | 'own') => `${outdated(where)}
UPDATE attempt_marks SET outcomes = o.value ->> 'outcomes', units = o.value ->> 'units'
FROM outdated o WHERE attempt_marks.attempt_id = o.attempt_id`
