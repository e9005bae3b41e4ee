import { replay, type AttemptState, type JournalEvent } from '../../domain/attempt/journal.ts'
import type { Answer, MarkedPaper } from '../../domain/attempt/marking.ts'
import type { Database } from '../database.ts'
import { markAnswers } from '../scoring/scoring.ts'
import type { AttemptRow } from './attempt-row.ts'

/** Marks an attempt by its counted events; stores nothing. Cost: as `markAnswers`. */
export async function markAttempt(
  db: Database,
  attempt: AttemptRow,
  events: readonly JournalEvent[],
): Promise<{ marked: MarkedPaper; state: AttemptState }> {
  const state = replay(events)
  return { marked: await markAnswers(db, attempt, answersOf(state)), state }
}

/** The saved answers of a state, to be marked. */
export const answersOf = ({ questions }: AttemptState): ReadonlyMap<string, Answer> =>
  new Map(
    [...questions].map(([id, { saved, locale, spentMs }]) => [
      id,
      { option: saved, locale, spentMs },
    ]),
  )
