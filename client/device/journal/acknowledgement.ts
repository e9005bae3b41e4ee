import type { JournalEvent } from '../../../domain/attempt/journal.ts'
import { arrayIn, isRecord } from '../untyped-data.ts'
import { parseEvent } from './event-line.ts'

/** What the server says of one sent event. counted and apart: it is stored, and counts or does not.
 *  refused: it is not stored. atMs: when it happened by the server's estimate; null if unknown. */
export type EntryResult = {
  id: string
  stored: 'counted' | 'apart' | 'refused'
  atMs: number | null
}

/** One of two devices' answers to a question. event: its id. */
export type DeviceAnswer = { event: string; device: string | null; option: number | null }

/** Two devices answered a question differently without knowledge of each other: `kept` counts,
 *  `replaced` was given earlier. number: of the question, from 1. */
export type ReplacedAnswer = {
  question: string
  number: number
  kept: DeviceAnswer
  replaced: DeviceAnswer
}

/** The server's response to events, or to a submission. results: of the sent events that it
 *  names; of the others nothing is known. replaced: null if the response does not contain them.
 *  events: of other devices. next: the number up to which the server's list of events has been
 *  read, to be sent as `after`. submittedBy: null if the attempt is not submitted. */
export type Acknowledgement = {
  results: readonly EntryResult[]
  replaced: readonly ReplacedAnswer[] | null
  events: readonly JournalEvent[]
  next: number | null
  submittedBy: 'reader' | 'clock' | null
  serverNowMs: number | null
}

/** null: not a response of the site, such as the login page of a Wi-Fi network. */
export function parseAcknowledgement(body: unknown): Acknowledgement | null {
  if (!isRecord(body) || !isRecord(body.data)) return null
  const { data } = body
  // A submission returns the attempt alone.
  const attempt = isRecord(data.attempt) ? data.attempt : data
  if (!Array.isArray(data.results) && typeof attempt.status !== 'string') return null
  const serverNowMs = typeof attempt.now === 'string' ? Date.parse(attempt.now) : NaN
  const events = arrayIn(data.events).map(parseEvent)
  return {
    results: arrayIn(data.results).flatMap(result),
    // The holder of a carry key is not told.
    replaced:
      Array.isArray(data.replaced) && !data.questions
        ? data.replaced.flatMap(replacedAnswer)
        : null,
    events: events.filter((event) => event !== null),
    next: typeof data.next === 'number' ? data.next : null,
    submittedBy:
      attempt.status === 'submitted'
        ? attempt.submittedBy === 'clock'
          ? 'clock'
          : 'reader'
        : null,
    serverNowMs: Number.isNaN(serverNowMs) ? null : serverNowMs,
  }
}

/** The response to a choice between two devices' answers. */
export const parseReplaced = (body: unknown): readonly ReplacedAnswer[] | null =>
  isRecord(body) && isRecord(body.data) && Array.isArray(body.data.replaced)
    ? body.data.replaced.flatMap(replacedAnswer)
    : null

function result(found: unknown): EntryResult[] {
  if (!isRecord(found) || typeof found.id !== 'string') return []
  const { id, stored, at } = found
  if (stored !== 'counted' && stored !== 'apart' && stored !== 'refused') return []
  return [{ id, stored, atMs: typeof at === 'number' ? at : null }]
}

function replacedAnswer(found: unknown): ReplacedAnswer[] {
  if (!isRecord(found)) return []
  const { question, number } = found
  const [kept, replaced] = [deviceAnswer(found.kept), deviceAnswer(found.replaced)]
  if (typeof question !== 'string' || typeof number !== 'number' || !kept || !replaced) return []
  return [{ question, number, kept, replaced }]
}

function deviceAnswer(found: unknown): DeviceAnswer | null {
  if (!isRecord(found) || typeof found.event !== 'string') return null
  return {
    event: found.event,
    device: typeof found.device === 'string' ? found.device : null,
    option: typeof found.option === 'number' ? found.option : null,
  }
}
