import { setsAnswer } from '../../domain/attempt/journal.ts'
import type { Stores } from '../database.ts'
import { readAttempt } from './read-attempt.ts'
import { isCounted } from './stored-entries.ts'
import { readEntries } from './stored-journal.ts'

/** When each question of an attempt was last answered, in ms since 1970, by the question's id.
 *  Cost: the rows of one journal, in one or two requests to the reader's object. */
export async function answerTimesOf(stores: Stores, attempt: string): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  const row = await readAttempt(stores.own, attempt)
  if (!row) return times
  for (const entry of (await readEntries(stores, row)).filter(isCounted))
    if (entry.question !== null && setsAnswer(entry))
      times.set(entry.question, Math.max(entry.at, times.get(entry.question) ?? 0))
  return times
}
