import type { JournalEvent } from '../../domain/attempt/journal.ts'
import { notFound } from '../strapi/errors.ts'
import type { AttemptRow } from './attempt-row.ts'
import { frozenPaper } from './frozen-paper.ts'
import { readEvents, type Arrival } from './read-events.ts'

/** Why an entry that came is not counted. */
export type Apart = 'late' | 'after-submission' | 'impossible'

export type Delivery = {
  /** The ids of all that was sent: it is kept, and the device may forget it. */
  acknowledged: string[]
  apart: { id: string; standing: Apart }[]
  /** What counts, was not sent here, and arrived after `after`; and after what to ask the next time. */
  events: JournalEvent[]
  next: number
  attempt: AttemptRow
}

/** Keeps what a device sends of an attempt's journal, each entry once, and answers what came from others. What counts is decided by
 *  the server's clock, and by whether the attempt is submitted at that very moment. Errors: Refusal 404 where it was erased meanwhile.
 *  Cost: one transaction, which walks through the attempt's journal. */
export async function deliver(
  db: D1Database,
  attempt: AttemptRow,
  entries: readonly unknown[],
  after: number,
  now: Date,
): Promise<Delivery> {
  const { paper } = await frozenPaper(db, attempt.version_id)
  const arrivals = await readEvents(entries, attempt, paper, now.getTime())
  const ids = new Set(arrivals.map(({ id }) => id))
  const answers = await db.batch([
    ...(arrivals.length > 0 ? adding(db, attempt.id, arrivals, now) : []),
    db.prepare(newsFor).bind(attempt.id, after, JSON.stringify([...ids])),
    db.prepare(attemptAfterwards).bind(attempt.id),
  ])
  const [news, [found]] = answers.slice(-2).map(({ results }) => results) as [
    Entry[],
    (AttemptRow & { last_n: number })[],
  ]
  if (!found) throw notFound()
  const [own, others] = [
    news.filter(({ id }) => ids.has(id)),
    news.filter(({ id }) => !ids.has(id)),
  ]
  return {
    acknowledged: own.map(({ id }) => id),
    apart: own.flatMap(({ id, standing }) => (standing === 'counted' ? [] : { id, standing })),
    events: others.map(eventOf),
    next: others.length === mostAtOnce ? (others.at(-1)?.n ?? 0) : found.last_n,
    attempt: found,
  }
}

type Entry = JournalEvent & { id: string; n: number; standing: Apart | 'counted' }

const eventOf = ({ id: _id, n: _n, standing: _standing, ...event }: Entry): JournalEvent => event

const mostAtOnce = 2000

const eventColumns =
  'writer, tick, at_ms AS at, kind, question, option, locale, spent_ms AS spentMs'

/** What others wrote and what became of one's own: acknowledged is what is found here again, nothing else. ?1: the attempt, ?2: the
 *  number of the last entry that is known, ?3: the ids of one's own. */
const newsFor = `
SELECT * FROM (
  SELECT event_id AS id, n, standing, ${eventColumns} FROM attempt_events INDEXED BY events_by_arrival
  WHERE attempt_id = ?1 AND n > ?2 AND standing = 'counted' AND event_id NOT IN (SELECT value FROM json_each(?3))
  ORDER BY n LIMIT ${mostAtOnce})
UNION ALL
SELECT event_id, n, standing, ${eventColumns} FROM attempt_events
WHERE attempt_id = ?1 AND event_id IN (SELECT value FROM json_each(?3))`

const attemptAfterwards = `
SELECT a.*, v.head, (SELECT coalesce(max(n), 0) FROM attempt_events WHERE attempt_id = a.id) AS last_n
FROM attempts a JOIN paper_versions v ON v.id = a.version_id WHERE a.id = ?`

/** What counts of an attempt's journal. Rows: JournalEvent, and when the server had it. */
export const countedEvents = (db: D1Database, attemptId: string) =>
  db
    .prepare(
      `SELECT ${eventColumns}, received_at AS receivedAt FROM attempt_events WHERE attempt_id = ? AND standing = 'counted'`,
    )
    .bind(attemptId)

/** Adds entries to a journal, and brings up what it amounts to. For one batch. */
const adding = (
  db: D1Database,
  attemptId: string,
  arrivals: readonly Arrival[],
  now: Date,
): D1PreparedStatement[] => [
  db.prepare(add).bind(attemptId, JSON.stringify(arrivals), now.toISOString()),
  bringUp(db, attemptId, now),
]

/** Ten times what anybody writes in earnest. A full journal takes nothing more in, and acknowledges nothing. */
const mostEntries = 20_000

/** ?1: the attempt, ?2: Arrival[], ?3: now. */
const add = `
INSERT INTO attempt_events
  (attempt_id, event_id, writer, tick, at_ms, kind, question, option, locale, spent_ms, received_at, standing, raw)
SELECT a.id, e.value ->> 'id', e.value ->> 'writer', e.value ->> 'tick', e.value ->> 'at', e.value ->> 'kind',
  e.value ->> 'question', e.value ->> 'option', e.value ->> 'locale', e.value ->> 'spentMs', ?3,
  CASE
    WHEN e.value ->> 'fault' = 'impossible' THEN 'impossible'
    WHEN a.submitted_at IS NOT NULL THEN 'after-submission'
    ELSE coalesce(e.value ->> 'fault', 'counted')
  END,
  e.value ->> 'raw'
FROM json_each(?2) e JOIN attempts a ON a.id = ?1
WHERE (SELECT count(*) FROM attempt_events WHERE attempt_id = ?1) < ${mostEntries} ORDER BY e.key
ON CONFLICT (attempt_id, event_id) DO NOTHING`

/** Writes into an attempt how many questions have a saved answer and which tick was the last, as domain/attempt/journal.ts would find them. */
export const bringUp = (db: D1Database, attemptId: string, now: Date): D1PreparedStatement =>
  db.prepare(standNow).bind(attemptId, now.toISOString())

/** A place in the order of events is written so that it sorts as text. After a question's first 'reveal' nothing changes its answer. */
const standNow = `
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
