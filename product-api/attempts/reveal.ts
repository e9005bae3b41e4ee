import type { JournalEvent } from '../../domain/attempt/journal.ts'
import type { MarkedQuestion } from '../scoring/marking/mark-paper.ts'
import { notFound } from '../strapi/errors.ts'
import type { AttemptRow } from './attempt-row.ts'
import { frozenPaper } from './frozen-paper.ts'
import { bringUp, countedEvents } from './journal.ts'
import { marksOf } from './marks.ts'

/** Opens the key of a question in practice: what was saved until now stands, whatever is sent later. Returns how it is
 *  marked. Errors: Refusal 404 for a question that the paper does not have. Cost: one transaction and a read of the rulings. */
export async function reveal(
  db: D1Database,
  attempt: AttemptRow,
  question: string,
  now: Date,
): Promise<MarkedQuestion> {
  const { paper } = await frozenPaper(db, attempt.version_id)
  const index = paper.questions.findIndex(({ id }) => id === question)
  if (index < 0) throw notFound()
  const answers = await db.batch<JournalEvent>([
    db.prepare(addReveal).bind(attempt.id, question, now.toISOString(), now.getTime()),
    bringUp(db, attempt.id, now),
    countedEvents(db, attempt.id),
  ])
  const { marked } = await marksOf(db, attempt, answers[2]?.results ?? [])
  return marked.questions[index]!
}

/** ?1: the attempt, ?2: the question, ?3 and ?4: now. The server's own event, unless the device has written one. */
const addReveal = `
INSERT INTO attempt_events (attempt_id, event_id, writer, tick, at_ms, kind, question, spent_ms, received_at, standing)
SELECT id, 'server-reveal.' || (last_tick + 1), 'server-reveal', last_tick + 1, ?4, 'reveal', ?2, 0, ?3, 'counted'
FROM attempts
WHERE id = ?1 AND submitted_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM attempt_events
  WHERE attempt_id = ?1 AND question = ?2 AND kind = 'reveal' AND standing = 'counted')`
