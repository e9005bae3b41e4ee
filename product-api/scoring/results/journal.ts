import * as v from 'valibot'
import { eventKinds, replay, type JournalEvent, type QuestionState } from '../../../domain/attempt/journal.ts'
import type { FrozenPaper } from '../../attempts/frozen-paper.ts'

/** An answer that did not count, and why: it stands with the result, so that nothing anybody tapped vanishes.
 *  `at`: ISO 8601, by the clock of the device. Without a question: what could not be read. */
export type ApartEvent = {
  question: string | null
  number: number | null
  option: number | null
  at: string
  standing: 'late' | 'after-submission' | 'impossible'
}

/** The whole journal of an attempt, for `journalIn`. */
export const journalOf = (db: D1Database, attemptId: string) =>
  db
    .prepare(
      `SELECT writer, tick, at_ms AS at, kind, question, option, locale, spent_ms AS spentMs, standing
       FROM attempt_events WHERE attempt_id = ? ORDER BY n`,
    )
    .bind(attemptId)

/** What a journal says about each question, and what of it was kept apart. */
export function journalIn(
  rows: readonly unknown[],
  { questions }: FrozenPaper,
): { states: ReadonlyMap<string, QuestionState>; apart: ApartEvent[] } {
  const numbers = new Map(questions.map(({ id }, index) => [id, index + 1]))
  const events = v.parse(v.array(Row), rows)
  const { questions: states } = replay(events.flatMap(countedEvent))
  const apart = events.flatMap(({ standing, kind, question, option, at }): ApartEvent[] => {
    if (standing === 'counted' || (isKnown(kind) && !answering.includes(kind))) return []
    const number = question === null ? null : (numbers.get(question) ?? null)
    return [{ question, number, option, at: isoTime(at), standing }]
  })
  return { states, apart }
}

/** A device's clock may be anywhere; dates end somewhere. */
const isoTime = (at: number) =>
  new Date(Math.max(-farthestMs, Math.min(farthestMs, at))).toISOString()
const farthestMs = 8.64e15

/** That a question was looked at too late is nothing to tell anybody. */
const answering: readonly string[] = ['choose', 'save', 'mark', 'clear']

const isKnown = (kind: string): kind is JournalEvent['kind'] =>
  eventKinds.some((known) => known === kind)

const countedEvent = ({ standing, kind, ...event }: Row): JournalEvent[] =>
  standing === 'counted' && isKnown(kind) ? [{ ...event, kind }] : []

type Row = v.InferOutput<typeof Row>
const Row = v.object({
  writer: v.string(),
  tick: v.number(),
  at: v.number(),
  kind: v.string(),
  question: v.nullable(v.string()),
  option: v.nullable(v.number()),
  locale: v.nullable(v.picklist(['kn', 'en', 'te'])),
  spentMs: v.number(),
  standing: v.picklist(['counted', 'late', 'after-submission', 'impossible']),
})
