import { eventId, type JournalEvent } from '../../../domain/attempt/journal.ts'
import { firstBatch, maxEvents } from './attempt-requests.ts'

/** On a slow link, batches become no smaller than this. */
const minEvents = 20
/** When a refused event is sent again: after these times, and the last one over and over. Each page
 *  load begins anew. */
const retryAfterMs = [10_000, 20_000, 40_000, 120_000, 300_000]
/** So often an event is sent after the reader's own submission, before that goes without it. */
const triesBeforeSubmission = 4

/** Decides which events are sent in one batch. A batch that the server does not accept is halved
 *  until the event that it refuses is alone: that one waits, and the others go on. A batch
 *  without a response is halved too, because the link may be too slow for a large one. The size
 *  grows again afterwards. outbox: events that the server has not acknowledged. now: monotonic,
 *  in ms. */
export function createEventBatches(outbox: () => JournalEvent[], now: () => number) {
  let limit = maxEvents
  const refusals = new Map<string, { count: number; retryAt: number }>()
  const refusalOf = (event: JournalEvent) => refusals.get(eventId(event))
  const sendable = () => outbox().filter((event) => (refusalOf(event)?.retryAt ?? 0) <= now())
  /** Entries of sent events are left over: events are acknowledged in several ways. */
  const refused = () => (refusals.size === 0 ? [] : outbox().filter(refusalOf))

  return {
    next: () => firstBatch(sendable(), limit),
    isEmpty: () => sendable().length === 0,
    /** Number of questions with an event that the server has refused; it stays on the device. */
    refusedCount: () => new Set(refused().map(({ question }) => question)).size,
    /** When the next refused event is due, in ms from now; null if none waits. */
    retryInMs(): number | null {
      const waiting = refused().map((event) => refusalOf(event)?.retryAt ?? 0)
      return waiting.length === 0 ? null : Math.max(0, Math.min(...waiting) - now())
    },
    /** Whether every refused event was sent so often that the attempt is submitted without it. */
    isGivenUp: () =>
      refused().every((event) => (refusalOf(event)?.count ?? 0) >= triesBeforeSubmission),
    /** Makes all refused events due. */
    retryNow() {
      for (const refusal of refusals.values()) refusal.retryAt = 0
    },
    /** Makes all refused events due, and counts anew. */
    startOver() {
      for (const refusal of refusals.values()) Object.assign(refusal, { count: 0, retryAt: 0 })
    },

    delivered() {
      limit = Math.min(maxEvents, limit * 2)
    },
    unanswered(batch: readonly JournalEvent[]) {
      limit = Math.max(Math.min(batch.length, minEvents), Math.floor(batch.length / 2))
    },
    /** The server did not accept the batch, or named none of it as stored. */
    rejected(batch: readonly JournalEvent[]) {
      limit = Math.max(1, Math.floor(batch.length / 2))
      if (batch.length === 1) this.refuse(batch)
    },
    /** The server has refused these events, each by itself. */
    refuse(events: readonly JournalEvent[]) {
      for (const event of events) {
        const count = (refusalOf(event)?.count ?? 0) + 1
        const waitMs = retryAfterMs[Math.min(count, retryAfterMs.length) - 1]!
        refusals.set(eventId(event), { count, retryAt: now() + waitMs })
      }
    },
  }
}
