import { replay, type AttemptState, type JournalEvent } from '../../domain/attempt/journal.ts'
import { rulingsFor } from '../scoring/keys/rulings.ts'
import { markPaper, type Marked } from '../scoring/marking/mark-paper.ts'
import type { AttemptRow } from './attempt-row.ts'
import { frozenPaper } from './frozen-paper.ts'

/** What an attempt is worth by what its journal says: nothing is written. `events`: those that count. Cost: one read of the rulings. */
export async function marksOf(
  db: D1Database,
  attempt: AttemptRow,
  events: readonly JournalEvent[],
): Promise<{ marked: Marked; state: AttemptState }> {
  const { paper, keys } = await frozenPaper(db, attempt.version_id)
  const state = replay(events)
  const answers = new Map(
    [...state.questions].map(([id, { saved, locale, spentMs }]) => [
      id,
      { option: saved, locale, spentMs },
    ]),
  )
  const rulings = await rulingsFor(db, attempt.version_id)
  return { marked: markPaper(paper, keys, rulings, answers, attempt.locale), state }
}
