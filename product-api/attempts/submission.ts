import type { JournalEvent } from '../../domain/attempt/journal.ts'
import type { Marked } from '../scoring/marking/mark-paper.ts'
import { Refusal } from '../strapi/errors.ts'
import { attemptById, hoursOfAttempt, type AttemptRow } from './attempt-row.ts'
import { endFor, graceSeconds, isPastGrace } from './clock.ts'
import { frozenPaper, type FrozenPaper } from './frozen-paper.ts'
import { countedEvents } from './journal.ts'
import { marksOf } from './marks.ts'

type Kept = JournalEvent & { receivedAt: string }

/** How often it is marked anew because an answer or a ruling came in between. */
const mostTries = 8

/** Submits an attempt and marks it, once: whoever comes second gets what the first has made. `by`: who says that it is over.
 *  Errors: Refusal 503 where answers keep coming in between; nothing is lost, and it can be asked again.
 *  Cost: two transactions and a read of the rulings. */
export async function submit(
  db: D1Database,
  attempt: AttemptRow,
  by: 'reader' | 'clock',
  now: Date,
): Promise<AttemptRow> {
  const { paper } = await frozenPaper(db, attempt.version_id)
  for (let row = attempt, tries = 0; tries < mostTries; tries++) {
    if (row.submitted_at !== null) return row
    const { events, seen } = await journalOf(db, row.id)
    const { marked } = await marksOf(db, row, events)
    const isInTime = cameInTime(row, paper, events)
    const answers = await db.batch<AttemptRow>([
      submitting(db, row, { marked, seen, isInTime, by: whose(by, row, now), now }),
      keepingOutcomes(db, row.id, marked),
      attemptById(db, row.id),
    ])
    row = answers.at(-1)?.results[0] ?? row
    if (row.submitted_at !== null) return row
  }
  throw new Refusal(503, 'ServiceUnavailableError', 'Answers are still arriving; submit again', {})
}

/** The last event and the last ruling by which something was marked. */
type Seen = { n: number; ruling: number }

async function journalOf(db: D1Database, id: string): Promise<{ events: Kept[]; seen: Seen }> {
  const [events, seen] = await db.batch([countedEvents(db, id), db.prepare(lastSeen).bind(id)])
  return {
    events: (events?.results ?? []) as Kept[],
    seen: (seen?.results as Seen[] | undefined)?.[0] ?? { n: 0, ruling: 0 },
  }
}

const lastSeen = `
SELECT coalesce((SELECT max(n) FROM attempt_events WHERE attempt_id = ?1), 0) AS n,
  coalesce((SELECT max(id) FROM key_rulings), 0) AS ruling`

/** Whether every answer had arrived before its own clock had to be asked. */
function cameInTime(row: AttemptRow, { questions }: FrozenPaper, events: readonly Kept[]): boolean {
  const hours = hoursOfAttempt(row)
  const sections = new Map(questions.map(({ id, section }) => [id, section]))
  return events.every(({ question, receivedAt }) => {
    const end = endFor(hours, sections.get(question ?? '') ?? null)
    return end === null || !isPastGrace(end, Date.parse(receivedAt))
  })
}

/** A device's clock may be ahead of ours, but not by more than we are patient. */
const whose = (by: 'reader' | 'clock', { ends_at }: AttemptRow, now: Date) =>
  by === 'clock' && ends_at !== null && now.getTime() > Date.parse(ends_at) - graceSeconds * 1000
    ? 'clock'
    : 'reader'

/** Takes effect only where nothing has come since it was marked. */
function submitting(
  db: D1Database,
  row: AttemptRow,
  {
    marked,
    seen,
    isInTime,
    by,
    now,
  }: { marked: Marked; seen: Seen; isInTime: boolean; by: 'reader' | 'clock'; now: Date },
) {
  const owner = row.user_id === null ? 'guest_id' : 'user_id'
  return db
    .prepare(
      `UPDATE attempts SET submitted_at = ?2, updated_at = ?2, submitted_by = ?3,
         score_units = ?4, maximum_units = ?5, denominator = ?6,
         is_compared = ?7 AND mode = 'exam' AND NOT EXISTS (
           SELECT 1 FROM attempts o
           WHERE o.${owner} = attempts.${owner} AND o.test_id = attempts.test_id AND o.id <> attempts.id
             AND (o.mode <> 'exam' OR o.submitted_at IS NOT NULL OR (o.started_at, o.id) < (attempts.started_at, attempts.id)))
       WHERE id = ?1 AND submitted_at IS NULL AND (${lastSeen}) = (?8, ?9)`,
    )
    .bind(
      row.id,
      now.toISOString(),
      by,
      marked.scoreUnits,
      marked.maximumUnits,
      marked.denominator,
      isInTime ? 1 : 0,
      seen.n,
      seen.ruling,
    )
}

/** What became of each question; of an attempt that is submitted already, nothing that is there changes. */
const keepingOutcomes = (db: D1Database, id: string, { questions }: Marked) =>
  db
    .prepare(
      `INSERT INTO attempt_outcomes (attempt_id, question, number, option, locale, outcome, units, spent_ms)
       SELECT a.id, q.value ->> 'id', q.value ->> 'number', q.value ->> 'option', q.value ->> 'locale', q.value ->> 'outcome',
         q.value ->> 'units', q.value ->> 'spentMs'
       FROM json_each(?2) q JOIN attempts a ON a.id = ?1 WHERE a.submitted_at IS NOT NULL
       ON CONFLICT (attempt_id, question) DO NOTHING`,
    )
    .bind(id, JSON.stringify(questions))
