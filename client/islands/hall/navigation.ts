import {
  unsavedChoiceOf,
  untouchedQuestion,
  type AttemptState,
} from '../../../domain/attempt/journal.ts'
import type { HallView } from './hall-view.ts'

// Rules of moving between questions. open: the sections whose clock may be running; empty if
// sections have no time limits of their own.

type PaperQuestion = { id: string; section: string | null }

/** The section of a question if it is closed now; null if the question may be opened. */
export const closedSectionOf = (question: PaperQuestion | undefined, open: readonly string[]) =>
  open.length === 0 || !question || open.includes(question.section ?? '') ? null : question.section

/** The index of the question to open first: the one where the reader was, if it is open now.
 *  lastIndex: as this device or the server has stored it. */
export function firstIndexOf(
  questions: readonly PaperQuestion[],
  lastIndex: number,
  open: readonly string[],
): number {
  const wanted = questions[lastIndex] ? lastIndex : 0
  if (closedSectionOf(questions[wanted], open) === null) return wanted
  return Math.max(
    0,
    questions.findIndex(({ section }) => section === open[0]),
  )
}

/** The indexes of a section's questions; of all questions if the paper has no sections. */
export const indexesOf = (sections: readonly (string | null)[], section: string | null) =>
  sections.flatMap((own, index) => (own === section ? [index] : []))

/** The numbers, from 1, of questions whose last choice would not count if the paper were submitted
 *  now. ids: in the paper's order. */
export const unsavedNumbers = ({ questions }: AttemptState, ids: readonly string[]): number[] =>
  ids.flatMap((id, index) =>
    unsavedChoiceOf(questions.get(id) ?? untouchedQuestion) === null ? [] : [index + 1],
  )

/** The view of the answer sheet in a stage. */
export const sheetViewOf = (stage: HallView['stage']) =>
  stage === 'question' || stage === 'paper' ? stage : 'nothing'
