import * as v from 'valibot'
import { outcomesOf } from '../../../domain/attempt/answer-history.ts'
import { notCountedReasons } from '../../../domain/attempt/attempt-result.ts'
import { replacedAnswers, type ReceivedEvent } from '../../../domain/attempt/replaced-answers.ts'
import {
  eventId,
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
      `SELECT e.n, e.seen_n AS seen, e.writer, e.tick,
         max(0, coalesce(e.happened_at_ms, e.at_ms)) AS at, e.kind, e.question,
         e.option, e.locale, e.spent_ms AS spentMs, e.device,
         coalesce(e.reason, e.standing) AS standing,
         e.received_at > a.submitted_at AS isAfterSubmission
       FROM attempt_events e JOIN attempts a ON a.id = e.attempt_id
       WHERE e.attempt_id = ? ORDER BY e.n`,
    )
    .bind(attemptId)

type JournalResult = Pick<TestResult, 'apart' | 'arrivedLate' | 'replacedCount'> & {
  states: ReadonlyMap<string, QuestionState>
}

/** The state of each question, and the answers that were stored but not counted, with the reason:
 *  the result shows them, so that no answer disappears. An answer that counts all the same, because
 *  it also came another way, is not among them, and none is there twice. `at`: by the server's
 *  estimate. An entry that could not be parsed has no question. */
export function journalFrom(rows: readonly unknown[], { questions }: PaperVersion): JournalResult {
  const numbers = new Map(questions.map(({ id }, index) => [id, index + 1]))
  const entries = v.parse(v.array(Row), rows)
  const counted = entries.flatMap(countedEvent)
  const { questions: states } = replay(counted)
  const notCounted = entries.flatMap(({ standing, kind, question, option, at }) => {
    if (standing === 'counted' || (isEventKind(kind) && !answerKinds.includes(kind))) return []
    const saved = question === null ? null : (states.get(question)?.saved ?? null)
    if (question !== null && option !== null && option === saved) return []
    const number = question === null ? null : (numbers.get(question) ?? null)
    return [{ question, number, option, at: isoTime(at), standing }]
  })
  const isLate = new Set(
    entries.flatMap(({ isAfterSubmission, writer, tick }) =>
      isAfterSubmission === 1 ? [eventId({ writer, tick })] : [],
    ),
  )
  const outcomes = outcomesOf(counted)
  return {
    states,
    apart: notCounted.filter(
      (entry, index) =>
        entry.question === null || notCounted.findIndex(isSameAnswer(entry)) === index,
    ),
    arrivedLate: counted.filter(
      (event) =>
        event.option !== null && outcomes.get(event) === 'counts' && isLate.has(eventId(event)),
    ).length,
    replacedCount: replacedAnswers(counted).length,
  }
}

const isSameAnswer =
  ({ question, option, standing }: TestResult['apart'][number]) =>
  (other: TestResult['apart'][number]) =>
    other.question === question && other.option === option && other.standing === standing

/** A device's clock may say anything; JavaScript's dates end at ±8.64e15 ms. */
const isoTime = (atMs: number) =>
  new Date(Math.max(-maxDateMs, Math.min(maxDateMs, atMs))).toISOString()
const maxDateMs = 8.64e15

/** Other kinds, such as a late visit, are of no interest to the reader. */
const answerKinds: readonly string[] = ['choose', 'save', 'mark', 'clear']

const isEventKind = (kind: string): kind is JournalEvent['kind'] =>
  eventKinds.some((known) => known === kind)

const countedEvent = ({ standing, kind, ...event }: Row): ReceivedEvent[] =>
  standing === 'counted' && isEventKind(kind) ? [{ ...event, kind }] : []

type Row = v.InferOutput<typeof Row>
const Row = v.object({
  n: v.number(),
  seen: v.nullable(v.number()),
  writer: v.string(),
  tick: v.number(),
  at: v.number(),
  kind: v.string(),
  question: v.nullable(v.string()),
  option: v.nullable(v.number()),
  locale: v.nullable(v.picklist(locales)),
  spentMs: v.number(),
  device: v.nullable(v.string()),
  isAfterSubmission: v.nullable(v.number()),
  standing: v.picklist(['counted', ...notCountedReasons]),
})
