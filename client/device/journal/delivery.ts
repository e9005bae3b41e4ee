import type { JournalEvent } from '../../../domain/attempt/journal.ts'
import type { Ports } from '../ports.ts'
import {
  firstBatch,
  maxEvents,
  type AttemptRequests,
  type Acknowledgement,
  type Reply,
} from './attempt-requests.ts'
import { createEventBatches } from './event-batches.ts'
import type { Refused } from './journal-status.ts'
import { createRetryTimer } from './retry-timer.ts'

export type Delivery = ReturnType<typeof createDelivery>

/** Sends the outbox (unsent events) to the server in batches, one request after another, and
 *  fetches events of other devices. Failed requests are retried. Only an acknowledgement removes an
 *  event from the outbox. next: the number up to which the server's events have been read.
 *  submission: by whom the attempt is to be submitted now; null if it is not. */
export function createDelivery(
  ports: Ports,
  requests: AttemptRequests,
  attempt: {
    outbox: () => JournalEvent[]
    next: () => number
    submission: () => 'reader' | 'clock' | null
    onAcknowledgement: (answer: Acknowledgement, tookMs: number) => void
    onChange: () => void
  },
) {
  const batches = createEventBatches(attempt.outbox)
  const timer = createRetryTimer(ports, () => void flush())
  let running: Promise<void> | null = null
  let refused: Refused | null = null
  let mustFetch = false
  let isRequestedAgain = false

  function flush(): Promise<void> {
    timer.clear()
    // A running request does not know what the caller may know: that the network is back.
    isRequestedAgain = running !== null
    running ??= deliver().finally(() => {
      running = null
      attempt.onChange()
      if (isRequestedAgain || (!timer.isFailing() && nextStep() !== null)) timer.schedule(0)
    })
    return running
  }

  async function deliver() {
    for (let step = nextStep(); step !== null && !timer.isClosed(); step = nextStep()) {
      attempt.onChange()
      if (!(await step())) return timer.failed()
    }
    timer.succeeded()
  }

  /** The next request to make; null if there is none. It resolves to whether it succeeded. */
  function nextStep(): (() => Promise<boolean>) | null {
    if (mustFetch) return fetchEvents
    const batch = batches.next()
    if (batch.length > 0) return () => sendEvents(batch)
    const by = attempt.submission()
    return by === null ? null : () => submit(by)
  }

  async function fetchEvents(): Promise<boolean> {
    const reply = await requests.fetchEvents(attempt.next())
    if (reply.kind === 'failed') return false
    mustFetch = false
    if (reply.kind !== 'refused') return accept(reply)
    // Another reader is shown nothing. Stored events may still be delivered by the carry key.
    if (batches.isEmpty()) refuse(reply.status)
    return true
  }

  async function sendEvents(batch: readonly JournalEvent[]): Promise<boolean> {
    const reply = await requests.sendEvents(batch, attempt.next())
    const isAccepted = accept(reply)
    if (reply.kind === 'refused') return isAccepted
    if (reply.kind === 'failed') {
      batches.unanswered(batch)
      return isAccepted
    }
    const left = new Set(attempt.outbox())
    if (reply.kind === 'unreadable' || batch.some((event) => left.has(event)))
      return batches.unreadable(batch)
    batches.delivered()
    return true
  }

  async function submit(by: 'reader' | 'clock'): Promise<boolean> {
    const reply = await requests.submit(by)
    return accept(reply) && reply.kind === 'ok' && reply.value.isSubmitted
  }

  function accept(reply: Reply<Acknowledgement>): boolean {
    if (reply.kind === 'refused') refuse(reply.status)
    if (reply.kind !== 'ok') return false
    refused = null
    attempt.onAcknowledgement(reply.value, reply.tookMs)
    return true
  }

  function refuse(status: number) {
    refused = status === 404 ? 'not-found' : 'signed-out'
  }

  return {
    flush,
    /** Schedules a request within `ms`. While requests fail, only the retry timer sends. */
    schedule(ms: number) {
      if (!timer.isFailing()) timer.schedule(ms)
    },
    /** Fetches events of other devices and the server's time first, then sends. */
    fetchAndFlush() {
      mustFetch = true
      return flush()
    },
    /** Sends the outbox by beacons, without responses: the page is closing. */
    flushByBeacon() {
      let left = attempt.outbox()
      while (left.length > 0) {
        const batch = firstBatch(left, maxEvents)
        if (!requests.beaconEvents(batch, attempt.next())) return
        left = left.slice(batch.length)
      }
    },
    /** Whether the last request failed. */
    isFailing: timer.isFailing,
    refused: () => refused,
    stuckCount: batches.stuckCount,
    close: () => timer.close(),
  }
}
