import * as v from 'valibot'
import {
  eventKinds,
  replay,
  type JournalEvent,
  type QuestionState,
} from '../../../domain/attempt/journal.ts'
import type { TestResult } from '../../../domain/contracts/results.ts'
import { locales } from '../../../domain/locale.ts'
import type { Database } from '../../database.ts'
import type { PaperVersion } from '../../papers/paper-versions.ts'

/** Selects the whole journal of an attempt, for `journalFrom`. */
export const selectJournal = (db: Database, attemptId: string) =>
  db
    .prepare(
      `SELECT writer, tick, at_ms AS at, kind, question, option, locale, spent_ms AS spentMs,
         standing
       FROM attempt_events WHERE attempt_id = ? ORDER BY n`,
    )
    .bind(attemptId)

/** The state of each question, and the answers that were stored but not counted, with the reason:
 *  the result shows them, so that no answer disappears. `at`: by the device's clock. An entry that
 *  could not be parsed has no question. */
export function journalFrom(
  rows: readonly unknown[],
  { questions }: PaperVersion,
): { states: ReadonlyMap<string, QuestionState>; notCounted: TestResult['apart'] } {
  const numbers = new Map(questions.map(({ id }, index) => [id, index + 1]))
  const entries = v.parse(v.array(Row), rows)
  const { questions: states } = replay(entries.flatMap(countedEvent))
  const notCounted = entries.flatMap(({ standing, kind, question, option, at }) => {
    if (standing === 'counted' || (isEventKind(kind) && !answerKinds.includes(kind))) return []
    const number = question === null ? null : (numbers.get(question) ?? null)
    return [{ question, number, option, at: isoTime(at), standing }]
  })
  return { states, notCounted }
}

/** A device's clock may have any value; JavaScript's dates end at ±8.64e15 ms. */
const isoTime = (atMs: number) =>
  new Date(Math.max(-maxDateMs, Math.min(maxDateMs, atMs))).toISOString()
const maxDateMs = 8.64e15

/** Other kinds, such as a late visit, are of no interest to the reader. */
const answerKinds: readonly string[] = ['choose', 'save', 'mark', 'clear']

const isEventKind = (kind: string): kind is JournalEvent['kind'] =>
  eventKinds.some((known) => known === kind)

const countedEvent = ({ standing, kind, ...event }: Row): JournalEvent[] =>
  standing === 'counted' && isEventKind(kind) ? [{ ...event, kind }] : []

type Row = v.InferOutput<typeof Row>
const Row = v.object({
  writer: v.string(),
  tick: v.number(),
  at: v.number(),
  kind: v.string(),
  question: v.nullable(v.string()),
  option: v.nullable(v.number()),
  locale: v.nullable(v.picklist(locales)),
  spentMs: v.number(),
  standing: v.picklist(['counted', 'late', 'after-submission', 'impossible']),
})
