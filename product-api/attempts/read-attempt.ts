import type { Database } from '../database.ts'
import { selectAttempt, type AttemptRow } from './attempt-row.ts'

/** An attempt with its journal; null for an unknown id, and for one that a member has claimed.
 *  Cost: two rows of the reader's object. */
export const readAttempt = (own: Database, id: string): Promise<AttemptRow | null> =>
  selectAttempt(own, id).first<AttemptRow>()
