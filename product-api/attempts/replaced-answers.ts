import { outcomesOf } from '../../domain/attempt/answer-history.ts'
import { eventId } from '../../domain/attempt/journal.ts'
import { replacedAnswers, type ReceivedEvent } from '../../domain/attempt/replaced-answers.ts'
import type { Acknowledgement } from '../../domain/contracts/attempt-journal.ts'
import type { Database } from '../database.ts'
import type { PaperVersion } from '../papers/paper-versions.ts'
import { selectCountedEvents } from './journal-sql.ts'

/** The answers of one device that a later one of another replaced, in the paper's order. Cost:
 *  reads the attempt's journal. */
export async function readReplacedAnswers(
  db: Database,
  attemptId: string,
  paper: PaperVersion,
): Promise<Acknowledgement['replaced']> {
  return replacedInPaper(await readCountedEvents(db, attemptId), paper)
}

export function replacedInPaper(
  events: readonly ReceivedEvent[],
  { questions }: PaperVersion,
): Acknowledgement['replaced'] {
  const numbers = new Map(questions.map(({ id }, index) => [id, index + 1]))
  return replacedAnswers(events)
    .map(({ question, kept, replaced }) => ({
      question,
      number: numbers.get(question) ?? 0,
      kept: answerOf(kept),
      replaced: answerOf(replaced),
    }))
    .sort((one, other) => one.number - other.number)
}

const answerOf = (event: ReceivedEvent) => ({
  event: eventId(event),
  device: event.device ?? null,
  option: event.kind === 'clear' ? null : event.option,
  at: event.at,
})

/** Which events of an attempt are its answers now. Cost: reads the attempt's journal. */
export async function countingEvents(db: Database, attemptId: string) {
  const events = await readCountedEvents(db, attemptId)
  const outcomes = outcomesOf(events)
  const questionOf = new Map(events.map((event) => [eventId(event), event.question]))
  const counting = new Map(
    events
      .filter((event) => outcomes.get(event) === 'counts')
      .map((event) => [event.question, eventId(event)]),
  )
  return {
    /** Whether another answer counts for the question of an event, and none of `ids`. */
    isReplacedByOthers(id: string, ids: ReadonlySet<string>): boolean {
      const answer = counting.get(questionOf.get(id) ?? null)
      return answer !== undefined && answer !== id && !ids.has(answer)
    },
  }
}

async function readCountedEvents(db: Database, attemptId: string): Promise<ReceivedEvent[]> {
  return (await selectCountedEvents(db, attemptId).all<ReceivedEvent>()).results
}
