import type { Database, PreparedStatement } from '../database.ts'
import type { ReceivedEvent } from './journal-entries.ts'
import { maxCarriedEvents, maxJournalEvents } from './limits.ts'

/** When an event happened by the server's estimate, ms since 1970. Rows of before migration 0012
 *  have only the device's own time. */
const happenedAt = 'max(0, coalesce(happened_at_ms, at_ms))'

/** The columns of a JournalEvent. */
export const eventColumns = `writer, tick, ${happenedAt} AS at, kind, question, option, locale,
  spent_ms AS spentMs, device`

/** Why an event does not count, or 'counted'. */
export const closerStanding = 'coalesce(reason, standing)'

/** The columns of a ReceivedEvent of domain/attempt/replaced-answers.ts. */
export const receivedColumns = `${eventColumns}, n, seen_n AS seen`

/** Selects the counted events of an attempt. Rows: ReceivedEvent with receivedAt, ISO 8601. */
export const selectCountedEvents = (db: Database, attemptId: string) =>
  db
    .prepare(
      `SELECT ${receivedColumns}, received_at AS receivedAt FROM attempt_events
       WHERE attempt_id = ? AND standing = 'counted'`,
    )
    .bind(attemptId)

/** Stores events, each once, and what they change of the attempt. */
export const addEvents = (
  db: Database,
  attemptId: string,
  received: readonly ReceivedEvent[],
  isCarrier: boolean,
  now: Date,
): PreparedStatement[] => [
  db
    .prepare(insertEvents)
    .bind(
      ...[attemptId, JSON.stringify(received), now.toISOString()],
      isCarrier ? maxCarriedEvents : maxJournalEvents,
    ),
  recomputeProgress(db, attemptId, now),
]

/** ?1: the attempt, ?2: ReceivedEvent[], ?3: now, ?4: how many events the journal may have. What
 *  the reader had submitted is final; what the clock has submitted is not, until its period is
 *  over. An answer that arrives after the key was shown could have been dated before it. */
const insertEvents = `
INSERT INTO attempt_events (
  attempt_id, event_id, writer, tick, at_ms, happened_at_ms, kind, question, option, locale,
  spent_ms, device, seen_n, via, received_at, standing, reason, raw)
SELECT attempt_id, id, writer, tick, at, happenedAt, kind, question, option, locale, spentMs,
  device, seen, via, ?3,
  CASE found WHEN 'after-reveal' THEN 'late' WHEN 'period-over' THEN 'after-submission'
    ELSE found END,
  CASE WHEN found IN ('after-reveal', 'period-over') THEN found
    WHEN found IN ('late', 'impossible') THEN reason END,
  raw
FROM (
  SELECT a.id AS attempt_id, e.key AS place, e.value ->> 'id' AS id, e.value ->> 'writer' AS writer,
    e.value ->> 'tick' AS tick, e.value ->> 'at' AS at, e.value ->> 'happenedAt' AS happenedAt,
    e.value ->> 'kind' AS kind, e.value ->> 'question' AS question, e.value ->> 'option' AS option,
    e.value ->> 'locale' AS locale, e.value ->> 'spentMs' AS spentMs,
    e.value ->> 'device' AS device, e.value ->> 'seen' AS seen, e.value ->> 'via' AS via,
    e.value ->> 'reason' AS reason,
    e.value ->> 'raw' AS raw,
    CASE
      WHEN e.value ->> 'problem' = 'impossible' THEN 'impossible'
      WHEN a.submitted_at IS NOT NULL AND a.provisional_until IS NULL THEN 'after-submission'
      WHEN e.value ->> 'problem' = 'late' THEN 'late'
      WHEN a.provisional_until <= ?3 THEN 'period-over'
      WHEN e.value ->> 'kind' IN ('choose', 'save', 'mark', 'clear') AND EXISTS (
        SELECT 1 FROM attempt_events r
        WHERE r.attempt_id = ?1 AND r.question = e.value ->> 'question' AND r.kind = 'reveal'
          AND r.key_shown_at IS NOT NULL) THEN 'after-reveal'
      ELSE 'counted'
    END AS found
  FROM json_each(?2) e JOIN attempts a ON a.id = ?1
  WHERE (SELECT count(*) FROM attempt_events WHERE attempt_id = ?1) < ?4)
WHERE true
ORDER BY place
ON CONFLICT (attempt_id, event_id) DO NOTHING`

/** Stores in an attempt how many questions have a saved answer, and the last tick, as `replay` of
 *  domain/attempt/journal.ts computes them. Final marks stay as they are. */
export const recomputeProgress = (db: Database, attemptId: string, now: Date): PreparedStatement =>
  db.prepare(updateProgress).bind(attemptId, now.toISOString())

/** `place` is an event's place in the journal's order, as text that sorts: `inOrder` of the same
 *  file. Nothing after a question's first 'reveal' changes its answer. */
const updateProgress = `
WITH timed AS (
  SELECT tick, writer, question, kind, option,
    max(${happenedAt}) OVER (
      PARTITION BY coalesce(device, '') ORDER BY tick, writer
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS at
  FROM attempt_events WHERE attempt_id = ?1 AND standing = 'counted'),
counted AS (
  SELECT tick, question, kind, option, printf('%016d.%010d.', at, tick) || writer AS place
  FROM timed),
reveals AS (
  SELECT question, min(place) AS place FROM counted WHERE kind = 'reveal' GROUP BY question),
saved AS (
  SELECT c.question, iif(c.kind = 'clear', NULL, c.option) AS option, max(c.place)
  FROM counted c LEFT JOIN reveals r ON r.question = c.question
  WHERE (c.kind = 'clear' OR c.kind IN ('save', 'mark') AND c.option IS NOT NULL)
    AND (r.place IS NULL OR c.place < r.place)
  GROUP BY c.question)
UPDATE attempts SET
  answered = (SELECT count(option) FROM saved),
  last_tick = (SELECT coalesce(max(tick), 0) FROM counted),
  updated_at = ?2
WHERE id = ?1 AND (submitted_at IS NULL OR provisional_until > ?2)`
