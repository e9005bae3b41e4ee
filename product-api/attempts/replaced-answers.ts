import { replacedIn } from '../../domain/attempt/journal-progress.ts'
import { eventId } from '../../domain/attempt/journal.ts'
import type { ReceivedEvent, ReplacedAnswer } from '../../domain/attempt/replaced-answers.ts'
import type { Acknowledgement } from '../../domain/contracts/attempt-journal.ts'
import type { Stores } from '../database.ts'
import type { PaperVersion } from '../papers/paper-versions.ts'
import type { AttemptRow } from './attempt-row.ts'
import { openJournal } from './stored-journal.ts'

/** The answers of one device that a later one of another replaced, in the paper's order. Cost: as
 *  `openJournal`. */
export const readReplacedAnswers = async (stores: Stores, row: AttemptRow, paper: PaperVersion) =>
  replacedInPaper(replacedIn((await openJournal(stores, row)).progress), paper)

/** The same of replaced answers that are known. */
export function replacedInPaper(
  found: readonly ReplacedAnswer[],
  { questions }: PaperVersion,
): Acknowledgement['replaced'] {
  const numbers = new Map(questions.map(({ id }, index) => [id, index + 1]))
  return found
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
