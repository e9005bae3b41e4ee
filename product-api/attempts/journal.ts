import type { JournalEvent } from '../../domain/attempt/journal.ts'
import type { Database, PreparedStatement } from '../database.ts'
import { paperVersionWithKeys } from '../papers/paper-versions.ts'
import { notFound } from '../strapi/errors.ts'
import type { AttemptRow } from './attempt-row.ts'
import { parseEvents, type ReceivedEvent } from './journal-entries.ts'

/** Why a stored event does not count. */
export type NotCountedReason = 'late' | 'after-submission' | 'impossible'

export type Acknowledgement = {
  /** The ids of the sent events that are stored: the device may delete them. */
  acknowledged: string[]
  /** Those of them that are not counted. */
  apart: { id: string; standing: NotCountedReason }[]
  /** Counted events of other devices that arrived after `after`. */
  events: JournalEvent[]
  /** What to send as `after` the next time. */
  next: number
  attempt: AttemptRow
}

/** Stores events that a device sends for an attempt's journal, each once, and returns the events of
 *  other devices. Late events, and events after the submission, are stored but do not count.
 *  `after`: the number of the last event that the device has. Errors: Refusal 404 if the attempt
 *  was deleted since it was read. Cost: one transaction, which reads the attempt's journal. */
export async function deliverEvents(
  db: Database,
  attempt: AttemptRow,
  sent: readonly unknown[],
  after: number,
  now: Date,
): Promise<Acknowledgement> {
  const { paper } = await paperVersionWithKeys(db, attempt.version_id)
  const received = await parseEvents(sent, attempt, paper, now.getTime())
  const ids = new Set(received.map(({ id }) => id))
  const answers = await db.batch([
    ...(received.length > 0 ? addEvents(db, attempt.id, received, now) : []),
    db.prepare(selectNewAndSent).bind(attempt.id, after, JSON.stringify([...ids])),
    db.prepare(selectUpdatedAttempt).bind(attempt.id),
  ])
  const [stored, [updated]] = answers.slice(-2).map(({ results }) => results) as [
    StoredEvent[],
    (AttemptRow & { last_n: number })[],
  ]
  if (!updated) throw notFound()
  const own = stored.filter(({ id }) => ids.has(id))
  const others = stored.filter(({ id }) => !ids.has(id))
  return {
    acknowledged: own.map(({ id }) => id),
    apart: own.flatMap(({ id, standing }) => (standing === 'counted' ? [] : { id, standing })),
    events: others.map(eventOf),
    next: others.length === maxReturnedEvents ? (others.at(-1)?.n ?? 0) : updated.last_n,
    attempt: updated,
  }
}

/** `n`: the number of the event in the order of arrival. */
type StoredEvent = JournalEvent & { id: string; n: number; standing: NotCountedReason | 'counted' }

const eventOf = ({ id: _id, n: _n, standing: _standing, ...event }: StoredEvent): JournalEvent =>
  event

const maxReturnedEvents = 2000

const eventColumns =
  'writer, tick, at_ms AS at, kind, question, option, locale, spent_ms AS spentMs'

/** The counted events of others, and all of the sent events that are stored: only those are
 *  acknowledged. ?1: the attempt, ?2: the number of the last event that the device has, ?3: the ids
 *  of the sent events. */
const selectNewAndSent = `
SELECT * FROM (
  SELECT event_id AS id, n, standing, ${eventColumns}
  FROM attempt_events INDEXED BY events_by_arrival
  WHERE attempt_id = ?1 AND n > ?2 AND standing = 'counted'
    AND event_id NOT IN (SELECT value FROM json_each(?3))
  ORDER BY n LIMIT ${maxReturnedEvents})
UNION ALL
SELECT event_id, n, standing, ${eventColumns} FROM attempt_events
WHERE attempt_id = ?1 AND event_id IN (SELECT value FROM json_each(?3))`

const selectUpdatedAttempt = `
SELECT a.*, v.head,
  (SELECT coalesce(max(n), 0) FROM attempt_events WHERE attempt_id = a.id) AS last_n
FROM attempts a JOIN paper_versions v ON v.id = a.version_id WHERE a.id = ?`

/** Selects the counted events of an attempt. Rows: JournalEvent with receivedAt, ISO 8601. */
export const selectCountedEvents = (db: Database, attemptId: string) =>
  db
    .prepare(
      `SELECT ${eventColumns}, received_at AS receivedAt FROM attempt_events
       WHERE attempt_id = ? AND standing = 'counted'`,
    )
    .bind(attemptId)

const addEvents = (
  db: Database,
  attemptId: string,
  received: readonly ReceivedEvent[],
  now: Date,
): PreparedStatement[] => [
  db.prepare(insertEvents).bind(attemptId, JSON.stringify(received), now.toISOString()),
  recomputeProgress(db, attemptId, now),
]

/** Ten times the events of a real attempt. A full journal stores and acknowledges no more
 *  events. */
const maxJournalEvents = 20_000

/** ?1: the attempt, ?2: ReceivedEvent[], ?3: now. */
const insertEvents = `
INSERT INTO attempt_events (
  attempt_id, event_id, writer, tick, at_ms, kind, question, option, locale, spent_ms,
  received_at, standing, raw)
SELECT a.id, e.value ->> 'id', e.value ->> 'writer', e.value ->> 'tick', e.value ->> 'at',
  e.value ->> 'kind', e.value ->> 'question', e.value ->> 'option', e.value ->> 'locale',
  e.value ->> 'spentMs', ?3,
  CASE
    WHEN e.value ->> 'notCountedReason' = 'impossible' THEN 'impossible'
    WHEN a.submitted_at IS NOT NULL THEN 'after-submission'
    ELSE coalesce(e.value ->> 'notCountedReason', 'counted')
  END,
  e.value ->> 'raw'
FROM json_each(?2) e JOIN attempts a ON a.id = ?1
WHERE (SELECT count(*) FROM attempt_events WHERE attempt_id = ?1) < ${maxJournalEvents}
ORDER BY e.key
ON CONFLICT (attempt_id, event_id) DO NOTHING`

/** Stores in an attempt how many questions have a saved answer, and the last tick, as `replay` of
 *  domain/attempt/journal.ts computes them. */
export const recomputeProgress = (db: Database, attemptId: string, now: Date): PreparedStatement =>
  db.prepare(updateProgress).bind(attemptId, now.toISOString())

/** `place` is an event's place in the journal's order, as text that sorts. Nothing after a
 *  question's first 'reveal' changes its answer. */
const updateProgress = `
WITH counted AS (
  SELECT tick, question, kind, option, printf('%010d.', tick) || writer AS place
  FROM attempt_events WHERE attempt_id = ?1 AND standing = 'counted'),
reveals AS (
  SELECT question, min(place) AS place FROM counted WHERE kind = 'reveal' GROUP BY question),
saved AS (
  SELECT c.question, iif(c.kind = 'clear', NULL, c.option) AS option, max(c.place)
  FROM counted c LEFT JOIN reveals r ON r.question = c.question
  WHERE c.kind IN ('save', 'mark', 'clear') AND (r.place IS NULL OR c.place < r.place)
  GROUP BY c.question)
UPDATE attempts SET
  answered = (SELECT count(option) FROM saved),
  last_tick = (SELECT coalesce(max(tick), 0) FROM counted),
  updated_at = ?2
WHERE id = ?1 AND submitted_at IS NULL`
