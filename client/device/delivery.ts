import { eventId, type JournalEvent } from '../../domain/attempt/journal.ts'
import { firstOf, mostEvents, type openWire, type Reply } from './attempt-wire.ts'
import type { Ports } from './ports.ts'
import type { ServerAnswer } from './server-answer.ts'

const firstRetryMs = 1000
const mostRetryMs = 30_000
const strikesUntilStuck = 3
const leastEvents = 20

/** signed-out: nobody is, or may send. not-found: the attempt is another account's. The events stay. */
export type Refused = 'signed-out' | 'not-found'

export type Delivery = ReturnType<typeof openDelivery>

/** Brings the outbox to the server, one request after another, and asks what others have sent. What fails is tried again, later and later.
 *  outbox: what the server has not acknowledged; only its answer (`onAnswer`) takes something out of it. */
export function openDelivery(
  ports: Ports,
  wire: ReturnType<typeof openWire>,
  attempt: {
    outbox: () => JournalEvent[]
    next: () => number
    /** By whom the attempt is to be submitted now, if it is. */
    submission: () => 'reader' | 'clock' | null
    onAnswer: (answer: ServerAnswer, tookMs: number) => void
    onChange: () => void
  },
) {
  let running: Promise<void> | null = null
  let callOff = () => {}
  let dueAt = Infinity
  let failures = 0
  let refused: Refused | null = null
  let mustPull = false
  let isAskedAgain = false
  let isClosed = false
  /** Halved when the server cannot read a batch, until what it cannot read stands alone; grows again after. */
  let limit = mostEvents
  const strikes = new Map<string, number>()
  const isStuck = (event: JournalEvent) => (strikes.get(eventId(event)) ?? 0) >= strikesUntilStuck
  const sendable = () => attempt.outbox().filter((event) => !isStuck(event))

  function flush(): Promise<void> {
    callOff()
    dueAt = Infinity
    // Whoever asks may know more than the request that is on its way: that there is a network again.
    isAskedAgain = running !== null
    running ??= deliver().finally(() => {
      running = null
      attempt.onChange()
      if (isAskedAgain || (failures === 0 && nextStep() !== null)) soon(0)
    })
    return running
  }

  /** In `ms` at the latest. */
  function soon(ms: number) {
    const at = ports.clock.monotonic() + ms
    if (isClosed || at >= dueAt) return
    callOff()
    dueAt = at
    callOff = ports.timer(() => void flush(), ms)
  }

  async function deliver() {
    for (let step = nextStep(); step !== null && !isClosed; step = nextStep()) {
      attempt.onChange()
      if (await step()) continue
      failures++
      const waitMs = Math.min(mostRetryMs, firstRetryMs * 2 ** (failures - 1))
      soon(waitMs * (0.5 + ports.random() / 2))
      return
    }
    failures = 0
  }

  /** What is to be done next; it says whether that went well. */
  function nextStep(): (() => Promise<boolean>) | null {
    if (mustPull) return pull
    const batch = firstOf(sendable(), limit)
    if (batch.length > 0) return () => send(batch)
    const by = attempt.submission()
    return by === null ? null : () => submit(by)
  }

  async function pull(): Promise<boolean> {
    const reply = await wire.pull(attempt.next())
    if (reply.kind === 'failed') return false
    mustPull = false
    if (reply.kind !== 'refused') return take(reply)
    // Nothing is shown to a stranger. What is here may be delivered all the same, by the key.
    if (sendable().length === 0) refuse(reply.status)
    return true
  }

  async function send(batch: readonly JournalEvent[]): Promise<boolean> {
    const reply = await wire.send(batch, attempt.next())
    const isTaken = take(reply)
    const left = new Set(attempt.outbox())
    const isDelivered = batch.every((event) => !left.has(event))
    if (reply.kind === 'answer' && isDelivered) {
      limit = Math.min(mostEvents, limit * 2)
      return true
    }
    if (reply.kind === 'refused') return isTaken
    // A link may be too slow for much at once.
    const least = reply.kind === 'failed' ? Math.min(batch.length, leastEvents) : 1
    limit = Math.max(least, Math.floor(batch.length / 2))
    if (reply.kind === 'failed') return isTaken
    const [first] = batch
    if (batch.length > 1 || !first) return true
    strikes.set(eventId(first), (strikes.get(eventId(first)) ?? 0) + 1)
    return isStuck(first)
  }

  async function submit(by: 'reader' | 'clock'): Promise<boolean> {
    const reply = await wire.submit(by)
    return take(reply) && reply.kind === 'answer' && reply.answer.isSubmitted
  }

  function take(reply: Reply<ServerAnswer>): boolean {
    if (reply.kind === 'refused') refuse(reply.status)
    if (reply.kind !== 'answer') return false
    refused = null
    attempt.onAnswer(reply.answer, reply.tookMs)
    return true
  }

  function refuse(status: number) {
    refused = status === 404 ? 'not-found' : 'signed-out'
  }

  return {
    flush,
    /** There is something to send within `ms`. While the network is away, only its own turn tries again. */
    due(ms: number) {
      if (failures === 0) soon(ms)
    },
    /** Asks first what others have sent, and the time. */
    pull() {
      mustPull = true
      return flush()
    },
    /** The page goes away: what is left goes out without waiting for answers. */
    leave() {
      let left = attempt.outbox()
      while (left.length > 0) {
        const batch = firstOf(left, mostEvents)
        if (!wire.sendBlindly(batch, attempt.next())) return
        left = left.slice(batch.length)
      }
    },
    /** Whether the last request failed. */
    isFailing: () => failures > 0,
    refused: () => refused,
    stuck: () => (strikes.size === 0 ? 0 : attempt.outbox().filter(isStuck).length),
    close() {
      isClosed = true
      callOff()
    },
  }
}
