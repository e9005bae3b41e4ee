import type { JournalEvent } from '../../domain/attempt/journal.ts'
import type { Ports } from './ports.ts'
import {
  readRevealed,
  readServerAnswer,
  type Revealed,
  type ServerAnswer,
} from './server-answer.ts'

const deadlineMs = 8000
/** Browsers let no more than 64 KB go out while a page goes away. */
export const mostBytes = 60_000
/** Of one request. */
export const mostEvents = 300

/** unreadable: the server takes something in this request for nonsense. refused: not the reader's, or nobody is signed in. */
export type Reply<Answer> =
  | { kind: 'answer'; answer: Answer; tookMs: number }
  | { kind: 'unreadable' }
  | { kind: 'refused'; status: number }
  | { kind: 'failed' }

/** The addresses of an attempt at the site. Every request has a deadline, and none throws. */
export function openWire(ports: Ports, attempt: string, carryKey: string) {
  const path = `/attempts/${attempt}`

  async function ask<Answer>(
    address: string,
    read: (body: unknown) => Answer | null,
    body?: string,
  ): Promise<Reply<Answer>> {
    const stop = new AbortController()
    const sentAt = ports.clock.monotonic()
    let callOff = () => {}
    try {
      const response = await Promise.race([
        answerTo(address, stop.signal, body),
        new Promise<never>((_, fail) => {
          callOff = ports.timer(() => fail(new Error('no answer in time')), deadlineMs)
        }),
      ])
      if (!response.ok) return replyTo(response.status)
      const answer = read(response.body)
      const tookMs = ports.clock.monotonic() - sentAt
      return answer === null ? { kind: 'failed' } : { kind: 'answer', answer, tookMs }
    } catch {
      stop.abort()
      return { kind: 'failed' }
    } finally {
      callOff()
    }
  }

  async function answerTo(address: string, signal: AbortSignal, body?: string) {
    const response = await ports.fetch(path + address, {
      signal,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body, keepalive: body.length < mostBytes }),
    })
    if (!response.ok) return { ok: false, status: response.status } as const
    return { ok: true, body: await response.json() } as const
  }

  /** With the key, the answers arrive even when the session is over. */
  const eventsBody = (events: readonly JournalEvent[], after: number) =>
    JSON.stringify({ events, after, carryKey: carryKey || undefined })

  return {
    pull: (after: number): Promise<Reply<ServerAnswer>> =>
      ask(`/events?after=${after}`, readServerAnswer),
    send: (events: readonly JournalEvent[], after: number): Promise<Reply<ServerAnswer>> =>
      ask('/events', readServerAnswer, eventsBody(events, after)),
    submit: (by: 'reader' | 'clock'): Promise<Reply<ServerAnswer>> =>
      ask(
        '/submit',
        readServerAnswer,
        JSON.stringify({ events: [], by, carryKey: carryKey || undefined }),
      ),
    reveal: (events: readonly JournalEvent[], question: string): Promise<Reply<Revealed>> =>
      ask('/reveal', readRevealed, JSON.stringify({ events, question })),
    /** Sends without waiting for an answer: nothing counts as delivered by it. */
    sendBlindly: (events: readonly JournalEvent[], after: number) =>
      ports.beacon(`${path}/events`, eventsBody(events, after)),
  }
}

function replyTo(status: number): Reply<never> {
  if (status === 400 || status === 413 || status === 422) return { kind: 'unreadable' }
  if (status === 401 || status === 403 || status === 404) return { kind: 'refused', status }
  return { kind: 'failed' }
}

/** The first events, as many as go into one request, and no more than `limit`. */
export function firstOf(events: readonly JournalEvent[], limit: number): JournalEvent[] {
  let bytes = 200
  const batch: JournalEvent[] = []
  for (const event of events) {
    bytes += JSON.stringify(event).length + 1
    if (batch.length > 0 && (bytes > mostBytes || batch.length >= limit)) break
    batch.push(event)
  }
  return batch
}
