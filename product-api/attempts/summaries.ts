import * as v from 'valibot'
import type { Database } from '../database.ts'
import { rescoreSummaries } from '../scoring/pending-rulings.ts'

// What the product database keeps of each attempt: enough for lists of the operators, statistics,
// comparison, study features and rescoring. A reader's object sends it when an attempt starts and
// whenever its marks or its owner change; journals stay in the object.

const text = v.nullable(v.string())
const number = v.nullable(v.number())

/** The columns of `attempts` that an object sends. */
const attemptFields = {
  ...{ id: v.string(), version_id: v.number(), test_id: v.number() },
  ...{ user_id: number, guest_id: text, mode: v.string(), locale: v.string() },
  ...{ right_by: v.string(), extra_time: v.number(), started_at: v.string(), ends_at: text },
  ...{ submitted_at: text, submitted_by: text, score_units: number, maximum_units: number },
  ...{ denominator: number, answered: v.number(), last_tick: v.number(), updated_at: v.string() },
  ...{ is_compared: v.number(), is_left_out: v.number(), provisional_until: text },
  ...{ marked_n: number, form_paper: text, on_paper: v.number(), last_n: v.number() },
  ...{ counted_n: v.number(), journal_revision: v.number(), summary_n: v.number() },
}
const markFields = {
  ...{ options: v.string(), outcomes: v.string(), units: v.string() },
  ...{ spent_ms: v.string(), locales: v.string() },
}

/** A message of the queue. claimed_from: the guest whose attempt it was; marks: of a submitted
 *  attempt. About 2 KB for 100 questions; a message may have 128 KB. */
export const SummaryMessage = v.object({
  kind: v.literal('summary'),
  claimed_from: text,
  attempt: v.object(attemptFields),
  marks: v.nullable(v.object(markFields)),
})
export type SummaryMessage = v.InferOutput<typeof SummaryMessage>

const columns = Object.keys(attemptFields)
const markColumns = Object.keys(markFields)

/** The messages that an object has still to send, a few at once: a call to the queue takes 256 KB.
 *  Cost: three rows for each. */
export async function unsentSummaries(own: Database): Promise<SummaryMessage[]> {
  const { results } = await own
    .prepare(
      `SELECT a.claimed_from, ${columns.map((column) => `a.${column}`).join(', ')},
         ${markColumns.map((column) => `m.${column}`).join(', ')}
       FROM outbox o JOIN attempts a ON a.id = o.attempt_id
       LEFT JOIN attempt_marks m ON m.attempt_id = a.id
       WHERE a.released_to IS NULL LIMIT 40`,
    )
    .all()
  return results.map((row) =>
    v.parse(SummaryMessage, {
      kind: 'summary',
      claimed_from: row.claimed_from,
      attempt: row,
      marks: row.options === null ? null : row,
    }),
  )
}

/** Takes from the outbox what was sent, unless it has changed meanwhile, and what is not there any
 *  more. Cost: two rows for each. */
export const markSent = (own: Database, sent: readonly SummaryMessage[]) =>
  own
    .prepare(
      `DELETE FROM outbox WHERE attempt_id IN (
         SELECT o.attempt_id FROM outbox o LEFT JOIN attempts a ON a.id = o.attempt_id
         LEFT JOIN json_each(?) s ON s.key = o.attempt_id
         WHERE a.id IS NULL OR a.released_to IS NOT NULL OR a.summary_n <= s.value)`,
    )
    .bind(JSON.stringify(Object.fromEntries(sent.map(({ attempt: a }) => [a.id, a.summary_n]))))
    .run()

/** Stores summaries in the product database: each state of an attempt once, in any order, and never
 *  an earlier state over a later one, nor over an attempt of another reader. The triggers of
 *  migration 0058 keep histograms and counts up. A summary whose reader has been deleted is
 *  dropped. An object may not yet know the newest ruling: it is applied here. Cost: one batch, and
 *  one read for each version of a paper. */
export async function storeSummaries(
  shared: Database,
  messages: readonly SummaryMessage[],
  now: Date,
): Promise<void> {
  const latest = new Map<string, SummaryMessage>()
  for (const message of messages) {
    const known = latest.get(message.attempt.id)
    if (!known || known.attempt.summary_n < message.attempt.summary_n)
      latest.set(message.attempt.id, message)
  }
  const json = JSON.stringify([...latest.values()])
  await shared.batch(
    [deleteScoreChanges, updateAttempts, insertAttempts, updateMarks, insertMarks].map((text) =>
      shared.prepare(text).bind(json),
    ),
  )
  const submitted = [...latest.values()].filter(({ marks }) => marks !== null)
  const versions = Map.groupBy(submitted, ({ attempt }) => attempt.version_id)
  for (const [version, group] of versions)
    await rescoreSummaries(
      shared,
      version,
      group.map(({ attempt }) => attempt.id),
      now,
    )
}

const valueOf = (column: string) => `s.value -> 'attempt' ->> '${column}'`
const markOf = (column: string) => `s.value -> 'marks' ->> '${column}'`
const isSameReader = `x.user_id IS ${valueOf('user_id')} AND x.guest_id IS ${valueOf('guest_id')}`
const assignments = columns
  .filter((column) => column !== 'id' && column !== 'journal_revision')
  .map((column) => `${column} = ${valueOf(column)}`)

// Not "ON CONFLICT": it would also replace how the triggers of these tables treat conflicts.
// ?1: messages.

/** Late answers were marked: what rulings changed before is part of the new marks. */
const deleteScoreChanges = `
DELETE FROM score_changes WHERE attempt_id IN (
  SELECT x.id FROM json_each(?1) s JOIN attempts x ON x.id = ${valueOf('id')}
  WHERE x.summary_n < ${valueOf('summary_n')} AND x.submitted_at IS NOT NULL
    AND x.marked_n < ${valueOf('marked_n')})`

const updateAttempts = `
UPDATE attempts AS x SET ${assignments.join(', ')}, in_object = 1,
  journal_revision = max(x.journal_revision + 1, ${valueOf('journal_revision')})
FROM json_each(?1) s
WHERE x.id = ${valueOf('id')} AND x.summary_n < ${valueOf('summary_n')}
  AND ((${isSameReader}) OR x.guest_id = s.value ->> 'claimed_from')`

const insertAttempts = `
INSERT INTO attempts (${columns.join(', ')}, in_object)
SELECT ${columns.map(valueOf).join(', ')}, 1 FROM json_each(?1) s
WHERE NOT EXISTS (SELECT 1 FROM attempts WHERE id = ${valueOf('id')})
  AND EXISTS (SELECT 1 FROM paper_versions WHERE id = ${valueOf('version_id')})
  AND (EXISTS (SELECT 1 FROM users WHERE id = ${valueOf('user_id')})
    OR EXISTS (SELECT 1 FROM guests WHERE id = ${valueOf('guest_id')}))`

const updateMarks = `
UPDATE attempt_marks AS m SET summary_n = x.summary_n,
  ${markColumns.map((column) => `${column} = ${markOf(column)}`).join(', ')}
FROM json_each(?1) s JOIN attempts x ON x.id = ${valueOf('id')}
  AND x.summary_n = ${valueOf('summary_n')} AND ${isSameReader}
WHERE m.attempt_id = x.id AND m.summary_n < x.summary_n AND s.value ->> 'marks' IS NOT NULL`

const insertMarks = `
INSERT INTO attempt_marks (attempt_id, summary_n, ${markColumns.join(', ')})
SELECT x.id, x.summary_n, ${markColumns.map(markOf).join(', ')}
FROM json_each(?1) s JOIN attempts x ON x.id = ${valueOf('id')}
  AND x.summary_n = ${valueOf('summary_n')} AND ${isSameReader}
WHERE s.value ->> 'marks' IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM attempt_marks WHERE attempt_id = x.id)`
