import { eventId, type JournalEvent } from '../../../domain/attempt/journal.ts'
import { firstBatch, maxEvents } from './attempt-requests.ts'

const refusalsUntilStuck = 3
/** On a slow link, batches become no smaller than this. */
const minEvents = 20

/** Decides which events are sent in one batch. A batch is halved if the server cannot read it,
 *  until the unreadable event is alone, and if there is no response, because the link may be too
 *  slow for a large one. It grows again afterwards. outbox: events that the server has not
 *  acknowledged. */
export function createEventBatches(outbox: () => JournalEvent[]) {
  let limit = maxEvents
  const refusals = new Map<string, number>()
  const refusalsOf = (event: JournalEvent) => refusals.get(eventId(event)) ?? 0
  const isStuck = (event: JournalEvent) => refusalsOf(event) >= refusalsUntilStuck
  const sendable = () => outbox().filter((event) => !isStuck(event))

  return {
    next: () => firstBatch(sendable(), limit),
    isEmpty: () => sendable().length === 0,
    /** Number of events that the server cannot read; they stay on the device. */
    stuckCount: () => (refusals.size === 0 ? 0 : outbox().filter(isStuck).length),

    delivered() {
      limit = Math.min(maxEvents, limit * 2)
    },
    unanswered(batch: readonly JournalEvent[]) {
      limit = Math.max(Math.min(batch.length, minEvents), Math.floor(batch.length / 2))
    },
    /** Returns whether the next batch may be sent at once. */
    unreadable(batch: readonly JournalEvent[]): boolean {
      limit = Math.max(1, Math.floor(batch.length / 2))
      const [first] = batch
      if (batch.length > 1 || !first) return true
      refusals.set(eventId(first), refusalsOf(first) + 1)
      return isStuck(first)
    },
  }
}
