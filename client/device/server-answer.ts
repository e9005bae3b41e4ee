import { isLocale, type Locale } from '../../domain/locale.ts'
import type { JournalEvent } from '../../domain/attempt/journal.ts'
import { isRecord, readEvent } from './event-line.ts'

/** What the server says about an attempt's events. apart: stored, but no part of the answers. events: those of others. */
export type ServerAnswer = {
  acknowledged: readonly string[]
  apart: readonly string[]
  events: readonly JournalEvent[]
  next: number | null
  isSubmitted: boolean
  serverNowMs: number | null
}

/** Practice: what became known of a question. `accepted`: indexes. */
export type Revealed = {
  question: string
  accepted: readonly number[]
  explanation: { locale: Locale; text: string } | null
  outcome: string
}

/** An answer to events, or the attempt alone (after submitting). null: nothing of ours, such as the page of a hotel's network. */
export function readServerAnswer(body: unknown): ServerAnswer | null {
  if (!isRecord(body) || !isRecord(body.data)) return null
  const { data } = body
  const attempt = isRecord(data.attempt) ? data.attempt : data
  if (!Array.isArray(data.acknowledged) && typeof attempt.status !== 'string') return null
  const serverNowMs = typeof attempt.now === 'string' ? Date.parse(attempt.now) : NaN
  const events = listIn(data.events).map(readEvent)
  return {
    acknowledged: listIn(data.acknowledged).filter((id) => typeof id === 'string'),
    apart: listIn(data.apart).flatMap((one) =>
      isRecord(one) && typeof one.id === 'string' ? [one.id] : [],
    ),
    events: events.filter((event) => event !== null),
    next: typeof data.next === 'number' ? data.next : null,
    isSubmitted: attempt.status === 'submitted',
    serverNowMs: Number.isNaN(serverNowMs) ? null : serverNowMs,
  }
}

/** null: nothing of ours. */
export function readRevealed(body: unknown): Revealed | null {
  if (!isRecord(body) || !isRecord(body.data)) return null
  const { question, accepted, outcome, explanation } = body.data
  if (typeof question !== 'string' || !Array.isArray(accepted)) return null
  return {
    question,
    accepted: accepted.filter((index) => typeof index === 'number'),
    outcome: typeof outcome === 'string' ? outcome : '',
    explanation: readExplanation(explanation),
  }
}

function readExplanation(found: unknown): Revealed['explanation'] {
  if (!isRecord(found) || typeof found.text !== 'string') return null
  const { locale, text } = found
  return isLocale(locale) ? { locale, text } : null
}

const listIn = (found: unknown): unknown[] => (Array.isArray(found) ? found : [])
