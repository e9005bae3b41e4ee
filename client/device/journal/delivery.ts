import { eventId, type JournalEvent } from '../../../domain/attempt/journal.ts'
import type { Ports } from '../ports.ts'
import type { Acknowledgement } from './acknowledgement.ts'
import { firstBatch, maxEvents, type AttemptRequests, type Reply } from './attempt-requests.ts'
import { createEventBatches } from './event-batches.ts'
import type { Barrier } from './journal-status.ts'
import { createRetryTimer } from './retry-timer.ts'

export type Delivery = ReturnType<typeof createDelivery>

/** Sends the outbox (unsent events) to the server in batches, one request after another, and
 *  fetches events of other devices. Failed requests are retried. Only what the server names as
 *  stored leaves the outbox; what it refuses stays there and is sent again at a slower pace. next:
 *  the number up to which the server's events have been read. submission: by whom the attempt is to
 *  be submitted now; null if it is not. */
export function createDelivery(
  ports: Ports,
  requests: AttemptRequests,
  attempt: {
    outbox: () => JournalEvent[]
    next: () => number
    submission: () => 'reader' | 'clock' | null
    onAcknowledgement: (answer: Acknowledgement, tookMs: number) => void
    onChange: () => void
    /** For so long no request may be made. */
    quietMs: () => number
  },
) {
  const batches = createEventBatches(attempt.outbox, ports.clock.monotonic)
  const timer = createRetryTimer(ports, () => void flush())
  let running: Promise<void> | null = null
  let barrier: Barrier | null = null
  let mustFetch = false
  /** Whether the server has more events of others than it has returned. */
  let hasMore = false
  /** Of the server's events in one response: few after one that did not come in time. */
  let pageSize = maxPageSize
  let isRequestedAgain = false
  /** Whether the last event was refused: a server that refuses everything is asked more slowly. */
  let isRefusing = false
  let isLastTryDone = false

  function flush(): Promise<void> {
    timer.clear()
    const quietMs = attempt.quietMs()
    if (quietMs > 0) {
      timer.schedule(quietMs)
      return Promise.resolve()
    }
    // A running request does not know what the caller may know: that the network is back.
    isRequestedAgain = running !== null
    running ??= deliver().finally(() => {
      running = null
      attempt.onChange()
      if (isRequestedAgain || (!timer.isWaiting() && nextStep() !== null)) timer.schedule(0)
      else scheduleRefused()
    })
    return running
  }

  async function deliver() {
    for (let step = nextStep(); step !== null && !timer.isClosed(); step = nextStep()) {
      attempt.onChange()
      const outcome = await step()
      if (outcome === 'failed') return timer.failed()
      if (outcome === 'refused') return timer.paused()
    }
    timer.succeeded()
  }

  /** The next request to make; null if there is none. */
  function nextStep(): (() => Promise<Outcome>) | null {
    if (mustFetch) return fetchEvents
    const batch = batches.next()
    if (batch.length > 0) return () => sendEvents(batch)
    if (hasMore) return fetchEvents
    const by = attempt.submission()
    if (by === null) return null
    if (by === 'clock' || batches.refusedCount() === 0) return () => submit(by)
    // The reader's submission is final: what the server has refused is tried again before it, and a
    // last time just before.
    if (!batches.isGivenUp()) return null
    return isLastTryDone ? () => submit(by) : tryLast
  }

  function tryLast(): Promise<Outcome> {
    isLastTryDone = true
    batches.retryNow()
    return Promise.resolve('done')
  }

  async function fetchEvents(): Promise<Outcome> {
    const reply = await requests.fetchEvents(attempt.next(), pageSize)
    if (reply.kind === 'failed') return failed(reply)
    mustFetch = false
    if (reply.kind === 'ok') return accept(reply)
    // Another reader is shown nothing. Stored events may still be delivered by the carry key.
    if (reply.kind === 'forbidden' && batches.isEmpty()) setBarrier(reply.status)
    return 'done'
  }

  async function sendEvents(batch: readonly JournalEvent[]): Promise<Outcome> {
    const reply = await requests.sendEvents(batch, attempt.next(), pageSize)
    if (reply.kind === 'rejected') return rejected(batch)
    if (reply.kind === 'failed') {
      batches.unanswered(batch)
      return failed(reply)
    }
    if (reply.kind !== 'ok') return accept(reply)
    const refusedIds = reply.value.results.flatMap(({ id, stored }) =>
      stored === 'refused' ? [id] : [],
    )
    accept(reply)
    const left = new Set(attempt.outbox().map(eventId))
    const unnamed = batch.filter((event) => left.has(eventId(event)))
    batches.refuse(unnamed.filter((event) => refusedIds.includes(eventId(event))))
    if (unnamed.length === batch.length && refusedIds.length === 0) return rejected(batch)
    batches.delivered()
    isRefusing = false
    return 'done'
  }

  function failed({ isLate }: { isLate: boolean }): Outcome {
    if (isLate) pageSize = minPageSize
    return 'failed'
  }

  function rejected(batch: readonly JournalEvent[]): Outcome {
    batches.rejected(batch)
    if (batch.length > 1) return 'done'
    const isAgain = isRefusing
    isRefusing = true
    return isAgain ? 'refused' : 'done'
  }

  async function submit(by: 'reader' | 'clock'): Promise<Outcome> {
    isLastTryDone = false
    const reply = await requests.submit(by)
    const outcome = accept(reply)
    return reply.kind === 'ok' && reply.value.submittedBy === null ? 'failed' : outcome
  }

  function accept(reply: Reply<Acknowledgement>): Outcome {
    switch (reply.kind) {
      case 'ok':
        barrier = null
        hasMore = reply.value.events.length >= pageSize
        attempt.onAcknowledgement(reply.value, reply.tookMs)
        return 'done'
      case 'forbidden':
        setBarrier(reply.status)
        return 'refused'
      case 'rejected':
      case 'busy':
        return 'refused'
      case 'failed':
        return 'failed'
    }
  }

  function setBarrier(status: number) {
    barrier = status === 404 ? 'not-found' : 'signed-out'
  }

  function scheduleRefused() {
    const waitMs = batches.retryInMs()
    if (waitMs !== null) timer.schedule(Math.max(1000, waitMs))
  }

  return {
    flush,
    /** Schedules a request within `ms`. While requests fail, only the retry timer sends. */
    schedule(ms: number) {
      if (!timer.isWaiting()) timer.schedule(ms)
    },
    /** Fetches events of other devices and the server's time first, then sends, also what the
     *  server has refused: the network may be another one. */
    fetchAndFlush() {
      mustFetch = true
      batches.retryNow()
      return flush()
    },
    /** Sends everything now, also what the server has refused. */
    retry() {
      batches.startOver()
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
    barrier: () => barrier,
    refusedCount: batches.refusedCount,
    close: () => timer.close(),
  }
}

const maxPageSize = 800
const minPageSize = 20

/** refused: the server was reached, and accepts nothing now. */
type Outcome = 'done' | 'failed' | 'refused'
