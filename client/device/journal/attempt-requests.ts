import type { JournalEvent } from '../../../domain/attempt/journal.ts'
import type { Locale } from '../../../domain/locale.ts'
import type { Ports } from '../ports.ts'
import { isRecord, localeIn } from '../untyped-data.ts'
import {
  parseAcknowledgement,
  parseReplaced,
  type Acknowledgement,
  type ReplacedAnswer,
} from './acknowledgement.ts'

const deadlineMs = 8000
/** Of a request's body. Browsers limit requests of a closing page to 64 KB. */
const maxBodyBytes = 60_000
/** The size of a batch: events per request. */
export const maxEvents = 300

/** rejected: the server does not accept this request, whoever sends it. forbidden: the attempt is
 *  another reader's, or nobody is signed in. busy: the same request is accepted later. failed: no
 *  response of this site; isLate: none in time. */
export type Reply<Value> =
  { kind: 'ok'; value: Value; tookMs: number } | Refused | { kind: 'failed'; isLate: boolean }

type Refused = { kind: 'rejected' | 'forbidden' | 'busy'; status: number }

/** Practice: the key of a question. accepted: indexes of options. */
export type Revealed = {
  question: string
  accepted: readonly number[]
  explanation: { locale: Locale; text: string } | null
  outcome: string
}

export type AttemptRequests = ReturnType<typeof createAttemptRequests>

/** Creates the requests of an attempt to the site. Each has a deadline, and none throws.
 *  device: the id of this device in the attempt. */
export function createAttemptRequests(
  ports: Ports,
  { attempt, carryKey, device }: { attempt: string; carryKey: string; device: string },
) {
  const path = `/attempts/${attempt}`

  async function request<Value>(
    address: string,
    parse: (body: unknown) => Value | null,
    body?: string,
  ): Promise<Reply<Value>> {
    const abort = new AbortController()
    const sentAt = ports.clock.monotonic()
    const tookMs = () => ports.clock.monotonic() - sentAt
    let cancelTimeout = () => {}
    try {
      const { status, answer } = await Promise.race([
        fetchJson(address, abort.signal, body),
        new Promise<never>((_, fail) => {
          cancelTimeout = ports.setTimer(() => fail(new Error('timeout')), deadlineMs)
        }),
      ])
      const value = status < 300 ? parse(answer) : null
      if (value !== null) return { kind: 'ok', value, tookMs: tookMs() }
      const kind = isRecord(answer) ? refusalOf(status) : null
      if (kind !== null) return { kind, status }
    } catch {
      abort.abort()
    } finally {
      cancelTimeout()
    }
    return { kind: 'failed', isLate: tookMs() >= deadlineMs }
  }

  async function fetchJson(address: string, signal: AbortSignal, body?: string) {
    const response = await ports.fetch(path + address, {
      signal,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body, keepalive: body.length < maxBodyBytes }),
    })
    // The page of a Wi-Fi network is not JSON, and throws here.
    const answer = await response.json()
    return { status: response.status, answer }
  }

  /** The carry key authorizes the events even if the session has ended. */
  const bodyOf = (fields: object) =>
    JSON.stringify({ device, ...fields, carryKey: carryKey || undefined })

  /** The device is named once for all events. Their times are the server's, as well as this page
   *  knows it, so that no `sentAt` is needed to correct them. */
  const eventsBody = (events: readonly JournalEvent[], after: number, limit?: number) =>
    bodyOf({
      device: events[0]?.device ?? device,
      events: events.map(({ device: _, ...event }) => event),
      ...{ after, limit },
    })

  return {
    /** limit: of the events of others in the response. */
    fetchEvents: (after: number, limit: number): Promise<Reply<Acknowledgement>> =>
      request(`/events?after=${after}&limit=${limit}`, parseAcknowledgement),
    sendEvents: (
      events: readonly JournalEvent[],
      after: number,
      limit: number,
    ): Promise<Reply<Acknowledgement>> =>
      request('/events', parseAcknowledgement, eventsBody(events, after, limit)),
    submit: (by: 'reader' | 'clock'): Promise<Reply<Acknowledgement>> =>
      request('/submit', parseAcknowledgement, bodyOf({ events: [], by })),
    reveal: (question: string): Promise<Reply<Revealed>> =>
      request('/reveal', parseRevealed, JSON.stringify({ events: [], question })),
    /** Makes one of two devices' answers count. event: its id. */
    choose: (
      question: string,
      event: string,
      after: number,
    ): Promise<Reply<readonly ReplacedAnswer[]>> =>
      request('/choose', parseReplaced, JSON.stringify({ question, event, after })),
    /** Sends without a response: the events stay unsent until the server acknowledges them. */
    beaconEvents: (events: readonly JournalEvent[], after: number) =>
      ports.sendBeacon(`${path}/events`, eventsBody(events, after)),
  }
}

/** What an error of the site says; null: nothing of the request. */
function refusalOf(status: number): Refused['kind'] | null {
  if (status === 401 || status === 403 || status === 404) return 'forbidden'
  if (status === 408 || status === 429) return 'busy'
  return status >= 400 && status < 500 ? 'rejected' : null
}

/** The next batch: the first events that fit into one request, at most `limit`, of one device: tabs
 *  of a browser without storage have different ones. */
export function firstBatch(events: readonly JournalEvent[], limit: number): JournalEvent[] {
  let bytes = 200
  const batch: JournalEvent[] = []
  for (const event of events) {
    bytes += JSON.stringify(event).length + 1
    const isFull = bytes > maxBodyBytes || batch.length >= limit
    if (batch[0] && (isFull || batch[0].device !== event.device)) break
    batch.push(event)
  }
  return batch
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
