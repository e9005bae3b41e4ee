import type { NotCountedReason } from '../../domain/attempt/attempt-result.ts'
import type { Acknowledgement as AnswerBody } from '../../domain/contracts/attempt-journal.ts'
import type { JournalEvent } from '../../domain/attempt/journal.ts'
import type { Database } from '../database.ts'
import { paperVersionWithKeys } from '../papers/paper-versions.ts'
import { notFound } from '../strapi/errors.ts'
import type { AttemptRow } from './attempt-row.ts'
import { parseEvents, type Batch, type ReceivedEvent } from './journal-entries.ts'
import { maxReturnedEvents } from '../../domain/contracts/attempts.ts'
import { addEvents, closerStanding, eventColumns } from './journal-sql.ts'
import { markLateAnswers } from './late-answers.ts'
import { countingEvents, readReplacedAnswers } from './replaced-answers.ts'
import { afterWhatTheyKnew } from './undated-events.ts'

/** `results`, `acknowledged`, `apart`, `replaced`, `events` and `next` as domain/contracts/
 *  attempt-journal.ts describes them. */
export type Acknowledgement = Omit<AnswerBody, 'attempt' | 'questions' | 'events'> & {
  events: JournalEvent[]
  attempt: AttemptRow
}

/** Who delivers. `sendsAgain`: keeps what is refused; answers to a section that has not begun are
 *  refused then, because a wrong clock may have opened it, and otherwise do not count. `unmatched`:
 *  answers of a form that the paper has no question or option for. */
export type Sender = Partial<Batch> & {
  isCarrier?: boolean
  limit?: number
  sendsAgain?: boolean
  unmatched?: readonly ReceivedEvent[]
}

/** Stores what a device sends of an attempt's journal, each event once, and returns what became of
 *  each, and the events of other devices. The server's clock decides what counts, and whether the
 *  attempt is submitted at that moment; where the clock has submitted it, the marks follow.
 *  `after`: the number of the last event that the device has; `limit`: of returned events. Errors:
 *  Refusal 404 if the attempt was deleted meanwhile. Cost: one transaction, which reads the
 *  attempt's journal; one more read where several devices write; two transactions for answers that
 *  arrive after the submission. */
export async function deliverEvents(
  db: Database,
  attempt: AttemptRow,
  sent: readonly unknown[],
  after: number,
  now: Date,
  {
    isCarrier = false,
    sendsAgain = false,
    unmatched = [],
    limit = maxReturnedEvents,
    ...batch
  }: Sender = {},
): Promise<Acknowledgement> {
  const { paper } = await paperVersionWithKeys(db, attempt.version_id)
  const parsed = await parseEvents(sent, attempt, paper, now.getTime(), batch)
  const taken = sendsAgain ? parsed.filter(({ isEarly }) => !isEarly) : parsed
  const received = [...(await afterWhatTheyKnew(db, attempt.id, taken)), ...unmatched]
  const ids = new Set(received.map(({ id }) => id))
  const answers = await db.batch([
    ...(received.length > 0 ? addEvents(db, attempt.id, received, isCarrier, now) : []),
    db.prepare(selectNewAndSent).bind(attempt.id, after, JSON.stringify([...ids]), limit),
    db.prepare(selectUpdatedAttempt).bind(attempt.id),
  ])
  const [stored, [updated]] = answers.slice(-2).map(({ results }) => results) as [
    StoredEvent[],
    UpdatedAttempt[],
  ]
  if (!updated) throw notFound()
  const own = stored.filter(({ id }) => ids.has(id))
  const others = stored.filter(({ id }) => !ids.has(id))
  const isUnmarked = own.some(
    ({ standing, n }) => standing === 'counted' && n > (updated.marked_n ?? 0),
  )
  const counting = isCarrier ? await countingEvents(db, attempt.id) : null
  const replaced =
    !isCarrier && updated.devices > 1 ? await readReplacedAnswers(db, attempt.id, paper) : []
  const replacedIds = new Set(replaced.map((found) => found.replaced.event))
  const isReplaced = (event: StoredEvent) =>
    counting ? counting.isReplacedByOthers(event.id, ids) : replacedIds.has(event.id)
  const byId = new Map(own.map((event) => [event.id, event]))
  return {
    results: parsed.map((event) => resultOf(event, byId.get(event.id), isReplaced)),
    acknowledged: own.map(({ id }) => id),
    apart: own.flatMap(({ id, standing }) => (standing === 'counted' ? [] : { id, standing })),
    replaced,
    events: others.map(eventOf),
    next: others.length === limit ? (others.at(-1)?.n ?? 0) : updated.last_n,
    attempt:
      isUnmarked && updated.submitted_at !== null
        ? await markLateAnswers(db, updated, now)
        : updated,
  }
}

/** `n`: the number of the event in the order of arrival. */
type StoredEvent = JournalEvent & { id: string; n: number; standing: NotCountedReason | 'counted' }
type UpdatedAttempt = AttemptRow & { last_n: number; devices: number }

const eventOf = ({ id: _id, n: _n, standing: _standing, ...event }: StoredEvent): JournalEvent =>
  event

function resultOf(
  { id, isEarly }: ReceivedEvent,
  event: StoredEvent | undefined,
  isReplaced: (event: StoredEvent) => boolean,
): Acknowledgement['results'][number] {
  if (!event)
    return { stored: 'refused', id, reason: isEarly ? 'section-not-open' : 'journal-full' }
  const { standing, at } = event
  return standing === 'counted'
    ? { stored: 'counted', id, at, isReplaced: isReplaced(event) }
    : { stored: 'apart', id, at, reason: standing }
}

/** The counted events of others, and all of the sent events that are stored: only those are
 *  acknowledged. ?1: the attempt, ?2: the number of the last event that the device has, ?3: the ids
 *  of the sent events, ?4: how many of others. */
const selectNewAndSent = `
SELECT * FROM (
  SELECT event_id AS id, n, ${closerStanding} AS standing, ${eventColumns}
  FROM attempt_events INDEXED BY events_by_arrival
  WHERE attempt_id = ?1 AND n > ?2 AND standing = 'counted'
    AND event_id NOT IN (SELECT value FROM json_each(?3))
  ORDER BY n LIMIT ?4)
UNION ALL
SELECT event_id, n, ${closerStanding}, ${eventColumns} FROM attempt_events
WHERE attempt_id = ?1 AND event_id IN (SELECT value FROM json_each(?3))`

const selectUpdatedAttempt = `
SELECT a.*, v.head, e.last_n, e.devices
FROM attempts a JOIN paper_versions v ON v.id = a.version_id,
  (SELECT coalesce(max(n), 0) AS last_n,
     count(DISTINCT coalesce(device, '')) FILTER (WHERE standing = 'counted') AS devices
   FROM attempt_events WHERE attempt_id = ?1) e
WHERE a.id = ?1`
