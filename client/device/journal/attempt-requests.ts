import type { JournalEvent } from '../../../domain/attempt/journal.ts'
import type { Locale } from '../../../domain/locale.ts'
import type { Ports } from '../ports.ts'
import { arrayIn, isRecord, localeIn, stringsIn } from '../untyped-data.ts'
import { parseEvent } from './event-line.ts'

const deadlineMs = 8000
/** Of a request's body. Browsers limit requests of a closing page to 64 KB. */
const maxBodyBytes = 60_000
/** The size of a batch: events per request. */
export const maxEvents = 300

/** unreadable: the server rejects the request as malformed. refused: the attempt is another
 *  reader's, or nobody is signed in. failed: no response of this site in time. */
export type Reply<Value> =
  | { kind: 'ok'; value: Value; tookMs: number }
  | { kind: 'unreadable' }
  | { kind: 'refused'; status: number }
  | { kind: 'failed' }

/** The server's response to a batch of events. acknowledged: ids of sent events that are stored.
 *  apart: ids of those that are stored but do not count. events: events of other devices. next: the
 *  number up to which the server's list of events has been read, to be sent as `after`. */
export type Acknowledgement = {
  acknowledged: readonly string[]
  apart: readonly string[]
  events: readonly JournalEvent[]
  next: number | null
  isSubmitted: boolean
  serverNowMs: number | null
}

/** Practice: the key of a question. accepted: indexes of options. */
export type Revealed = {
  question: string
  accepted: readonly number[]
  explanation: { locale: Locale; text: string } | null
  outcome: string
}

export type AttemptRequests = ReturnType<typeof createAttemptRequests>

/** Creates the requests of an attempt to the site. Each has a deadline, and none throws. */
export function createAttemptRequests(ports: Ports, attempt: string, carryKey: string) {
  const path = `/attempts/${attempt}`

  async function request<Value>(
    address: string,
    parse: (body: unknown) => Value | null,
    body?: string,
  ): Promise<Reply<Value>> {
    const abort = new AbortController()
    const sentAt = ports.clock.monotonic()
    let cancelTimeout = () => {}
    try {
      const response = await Promise.race([
        fetchJson(address, abort.signal, body),
        new Promise<never>((_, fail) => {
          cancelTimeout = ports.setTimer(() => fail(new Error('timeout')), deadlineMs)
        }),
      ])
      if (!response.ok) return replyOfStatus(response.status)
      const value = parse(response.body)
      const tookMs = ports.clock.monotonic() - sentAt
      return value === null ? { kind: 'failed' } : { kind: 'ok', value, tookMs }
    } catch {
      abort.abort()
      return { kind: 'failed' }
    } finally {
      cancelTimeout()
    }
  }

  async function fetchJson(address: string, signal: AbortSignal, body?: string) {
    const response = await ports.fetch(path + address, {
      signal,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body, keepalive: body.length < maxBodyBytes }),
    })
    if (!response.ok) return { ok: false, status: response.status } as const
    return { ok: true, body: await response.json() } as const
  }

  /** The carry key authorizes the events even if the session has ended. */
  const eventsBody = (events: readonly JournalEvent[], after: number) =>
    JSON.stringify({ events, after, carryKey: carryKey || undefined })

  return {
    fetchEvents: (after: number): Promise<Reply<Acknowledgement>> =>
      request(`/events?after=${after}`, parseAcknowledgement),
    sendEvents: (events: readonly JournalEvent[], after: number): Promise<Reply<Acknowledgement>> =>
      request('/events', parseAcknowledgement, eventsBody(events, after)),
    submit: (by: 'reader' | 'clock'): Promise<Reply<Acknowledgement>> =>
      request(
        '/submit',
        parseAcknowledgement,
        JSON.stringify({ events: [], by, carryKey: carryKey || undefined }),
      ),
    reveal: (events: readonly JournalEvent[], question: string): Promise<Reply<Revealed>> =>
      request('/reveal', parseRevealed, JSON.stringify({ events, question })),
    /** Sends without a response: the events stay unsent until the server acknowledges them. */
    beaconEvents: (events: readonly JournalEvent[], after: number) =>
      ports.sendBeacon(`${path}/events`, eventsBody(events, after)),
  }
}

function replyOfStatus(status: number): Reply<never> {
  if (status === 400 || status === 413 || status === 422) return { kind: 'unreadable' }
  if (status === 401 || status === 403 || status === 404) return { kind: 'refused', status }
  return { kind: 'failed' }
}

/** The next batch: the first events that fit into one request, at most `limit`. */
export function firstBatch(events: readonly JournalEvent[], limit: number): JournalEvent[] {
  let bytes = 200
  const batch: JournalEvent[] = []
  for (const event of events) {
    bytes += JSON.stringify(event).length + 1
    if (batch.length > 0 && (bytes > maxBodyBytes || batch.length >= limit)) break
    batch.push(event)
  }
  return batch
}

/** Parses the response to events, or to a submission, which has the attempt alone. null: not a
 *  response of the site, such as the login page of a Wi-Fi network. */
function parseAcknowledgement(body: unknown): Acknowledgement | null {
  if (!isRecord(body) || !isRecord(body.data)) return null
  const { data } = body
  const attempt = isRecord(data.attempt) ? data.attempt : data
  if (!Array.isArray(data.acknowledged) && typeof attempt.status !== 'string') return null
  const serverNowMs = typeof attempt.now === 'string' ? Date.parse(attempt.now) : NaN
  const events = arrayIn(data.events).map(parseEvent)
  return {
    acknowledged: stringsIn(data.acknowledged),
    apart: arrayIn(data.apart).flatMap((entry) =>
      isRecord(entry) && typeof entry.id === 'string' ? [entry.id] : [],
    ),
    events: events.filter((event) => event !== null),
    next: typeof data.next === 'number' ? data.next : null,
    isSubmitted: attempt.status === 'submitted',
    serverNowMs: Number.isNaN(serverNowMs) ? null : serverNowMs,
  }
}

function parseRevealed(body: unknown): Revealed | null {
  if (!isRecord(body) || !isRecord(body.data)) return null
  const { question, accepted, outcome, explanation } = body.data
  if (typeof question !== 'string' || !Array.isArray(accepted)) return null
  return {
    question,
    accepted: accepted.filter((index) => typeof index === 'number'),
    outcome: typeof outcome === 'string' ? outcome : '',
    explanation: parseExplanation(explanation),
  }
}

function parseExplanation(found: unknown): Revealed['explanation'] {
  if (!isRecord(found) || typeof found.text !== 'string') return null
  const locale = localeIn(found.locale)
  return locale && { locale, text: found.text }
}
