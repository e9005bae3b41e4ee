import {
  unsavedChoiceOf,
  untouchedQuestion,
  type AttemptState,
} from '../../../domain/attempt/journal.ts'
import type { HallView } from './hall-view.ts'

// Which question may be opened, and which questions belong together. openSection: the section whose
// clock runs now; null where sections have no clocks of their own.

type QuestionPlace = { id: string; section: string | null }

/** The section of a question that may not be opened now; null where it may. */
export const closedSectionOf = (question: QuestionPlace | undefined, openSection: string | null) =>
  openSection === null || !question || question.section === openSection ? null : question.section

/** Where to begin, as an index: where the reader was last on this device; else at the first
 *  question that was not opened yet. */
export function firstIndexOf(
  questions: readonly QuestionPlace[],
  isVisited: (id: string) => boolean,
  lastIndex: number | null,
  openSection: string | null,
): number {
  const unvisited = questions.findIndex(({ id }) => !isVisited(id))
  const wanted =
    lastIndex !== null && lastIndex < questions.length ? lastIndex : Math.max(0, unvisited)
  if (closedSectionOf(questions[wanted], openSection) === null) return wanted
  return Math.max(
    0,
    questions.findIndex(({ section }) => section === openSection),
  )
}

/** The indexes of a section's questions; of the whole paper where it has no sections. */
export const indexesOf = (sections: readonly (string | null)[], section: string | null) =>
  sections.flatMap((own, index) => (own === section ? [index] : []))

/** Questions whose last choice would not count if the paper were submitted now, from 1. ids: in the
 *  paper's order. */
export const unsavedNumbers = ({ questions }: AttemptState, ids: readonly string[]): number[] =>
  ids.flatMap((id, index) =>
    unsavedChoiceOf(questions.get(id) ?? untouchedQuestion) === null ? [] : [index + 1],
  )

/** What of the answer sheet is shown in a stage. */
export const sheetViewOf = (stage: HallView['stage']) =>
  stage === 'sitting' ? 'question' : stage === 'paper' ? 'paper' : 'nothing'
