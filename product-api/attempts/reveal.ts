import type { JournalEvent } from '../../domain/attempt/journal.ts'
import type { MarkedQuestion } from '../../domain/attempt/marking.ts'
import type { Database } from '../database.ts'
import { paperVersionWithKeys } from '../papers/paper-versions.ts'
import { notFound } from '../strapi/errors.ts'
import { markAttempt } from './attempt-marks.ts'
import type { AttemptRow } from './attempt-row.ts'
import { recomputeProgress, selectCountedEvents } from './journal-sql.ts'

/** Reveals the key of a question in practice mode: the answer saved until now is final. Returns how
 *  the question is marked. Errors: Refusal 404 for a question that the paper does not have. Cost:
 *  one transaction and a read of the rulings. */
export async function revealKey(
  db: Database,
  attempt: AttemptRow,
  question: string,
  now: Date,
): Promise<MarkedQuestion> {
  const { paper } = await paperVersionWithKeys(db, attempt.version_id)
  const index = paper.questions.findIndex(({ id }) => id === question)
  if (index < 0) throw notFound()
  const answers = await db.batch<JournalEvent>([
    db.prepare(insertReveal).bind(attempt.id, question, now.toISOString(), now.getTime()),
    db.prepare(updateKeyShown).bind(attempt.id, question, now.toISOString()),
    recomputeProgress(db, attempt.id, now),
    selectCountedEvents(db, attempt.id),
  ])
  const { marked } = await markAttempt(db, attempt, answers[3]?.results ?? [])
  return marked.questions[index]!
}

/** ?1: the attempt, ?2: the question, ?3: now. */
const updateKeyShown = `
UPDATE attempt_events SET key_shown_at = ?3
WHERE attempt_id = ?1 AND question = ?2 AND kind = 'reveal' AND standing = 'counted'
  AND key_shown_at IS NULL`

/** The server's own event, unless a device has already written one. ?1: the attempt, ?2: the
 *  question, ?3 and ?4: now. */
const insertReveal = `
INSERT INTO attempt_events (
  attempt_id, event_id, writer, tick, at_ms, kind, question, spent_ms, received_at, standing)
SELECT id, 'server-reveal.' || (last_tick + 1), 'server-reveal', last_tick + 1, ?4, 'reveal', ?2,
  0, ?3, 'counted'
FROM attempts
WHERE id = ?1 AND submitted_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM attempt_events
  WHERE attempt_id = ?1 AND question = ?2 AND kind = 'reveal' AND standing = 'counted')`
