import { inOrder, type JournalEvent } from '../../../domain/attempt/journal.ts'

/** The index of the question where the reader was last, on any device; 0 before the first event.
 *  questions: ids in the paper's order. */
export function startIndexOf(
  events: readonly JournalEvent[],
  questions: readonly string[],
): number {
  const last = inOrder(events).findLast(({ question }) => question !== null)
  return Math.max(0, questions.indexOf(last?.question ?? ''))
}
