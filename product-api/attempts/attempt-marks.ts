import { replay, type AttemptState, type JournalEvent } from '../../domain/attempt/journal.ts'
import type { MarkedPaper } from '../../domain/attempt/marking.ts'
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
  const answers = new Map(
    [...state.questions].map(([id, { saved, locale, spentMs }]) => [
      id,
      { option: saved, locale, spentMs },
    ]),
  )
  return { marked: await markAnswers(db, attempt, answers), state }
}
