import { outcomesOf } from '../../../domain/attempt/answer-history.ts'
import { replacedAnswers } from '../../../domain/attempt/replaced-answers.ts'
import { replay, type QuestionState } from '../../../domain/attempt/journal.ts'
import type { TestResult } from '../../../domain/contracts/results.ts'
import { isCounted, type StoredEntry } from '../../attempts/stored-entries.ts'
import type { PaperVersion } from '../../papers/paper-versions.ts'

type JournalResult = Pick<TestResult, 'apart' | 'arrivedLate' | 'replacedCount'> & {
  states: ReadonlyMap<string, QuestionState>
}

/** The state of each question, and the answers that were stored but not counted, with the reason:
 *  the result shows them, so that no answer disappears. An answer that counts all the same, because
 *  it also came another way, is not among them, and none is there twice. `at`: by the server's
 *  estimate. An entry that could not be parsed has no question. */
export function journalFrom(
  entries: readonly StoredEntry[],
  submittedAt: string | null,
  { questions }: PaperVersion,
): JournalResult {
  const numbers = new Map(questions.map(({ id }, index) => [id, index + 1]))
  const counted = entries.filter(isCounted)
  const { questions: states } = replay(counted)
  const notCounted = entries.flatMap(({ standing, kind, question, option, at }) => {
    if (standing === 'counted' || (kind !== 'unreadable' && !answerKinds.includes(kind))) return []
    const saved = question === null ? null : (states.get(question)?.saved ?? null)
    if (question !== null && option !== null && option === saved) return []
    const number = question === null ? null : (numbers.get(question) ?? null)
    return [{ question, number, option, at: isoTime(at), standing }]
  })
  const submittedMs = submittedAt === null ? Infinity : Date.parse(submittedAt)
  const outcomes = outcomesOf(counted)
  return {
    states,
    apart: notCounted.filter(
      (entry, index) =>
        entry.question === null || notCounted.findIndex(isSameAnswer(entry)) === index,
    ),
    arrivedLate: counted.filter(
      (event) =>
        event.option !== null && outcomes.get(event) === 'counts' && event.receivedAt > submittedMs,
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
