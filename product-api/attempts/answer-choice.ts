import { eventId, replay } from '../../domain/attempt/journal.ts'
import {
  choiceWriter,
  replacedAnswers,
  type ReceivedEvent,
} from '../../domain/attempt/replaced-answers.ts'
import type { Database } from '../database.ts'
import { notFound, Refusal } from '../strapi/errors.ts'
import { selectAttempt, type AttemptRow } from './attempt-row.ts'
import { isPastGrace } from './deadlines.ts'
import { recomputeProgress, selectCountedEvents } from './journal-sql.ts'

/** Makes the replaced answer of another device the one that counts. `event`: its id. `after`: the
 *  number of the last event that the reader can have seen; without it, both answers. The same
 *  choice again changes nothing. Errors: Refusal 404 if no answer of the question was replaced by
 *  another device's; 409 AttemptOver after the end and after the submission, when keys are known.
 *  Cost: one read of the journal and one transaction. */
export async function chooseAnswer(
  db: Database,
  attempt: AttemptRow,
  { question, event, after }: { question: string; event: string; after?: number | undefined },
  now: Date,
): Promise<AttemptRow> {
  const { submitted_at, ends_at } = attempt
  const isOver = ends_at !== null && isPastGrace(Date.parse(ends_at), now.getTime())
  if (submitted_at !== null || isOver)
    throw new Refusal(409, 'AttemptOver', 'The test is over: its answers stay as they are', {})
  const { results: events } = await selectCountedEvents(db, attempt.id).all<ReceivedEvent>()
  const wanted = events.find((found) => eventId(found) === event && found.question === question)
  if (!wanted) throw notFound()
  if (replay(events).questions.get(question)?.saved === wanted.option) return attempt
  const found = replacedAnswers(events).find(({ replaced }) => replaced === wanted)
  if (!found) throw notFound()
  const seen = after ?? Math.max(found.kept.n, wanted.n)
  const kind = wanted.kind === 'mark' ? 'mark' : 'save'
  const answers = await db.batch<AttemptRow>([
    db
      .prepare(insertChoice)
      .bind(
        ...[attempt.id, question, kind, wanted.option, wanted.locale ?? null],
        ...[now.toISOString(), now.getTime(), seen],
      ),
    recomputeProgress(db, attempt.id, now),
    selectAttempt(db, attempt.id),
  ])
  return answers[2]?.results[0] ?? attempt
}

/** The server's own event. ?1: the attempt, ?2: the question, ?3: the kind, ?4: the option, ?5: the
 *  language, ?6 and ?7: now, ?8: what the reader has seen. */
const insertChoice = `
INSERT INTO attempt_events (
  attempt_id, event_id, writer, device, tick, at_ms, happened_at_ms, kind, question, option, locale,
  spent_ms, seen_n, received_at, standing)
SELECT id, '${choiceWriter}.' || (last_tick + 1), '${choiceWriter}', '${choiceWriter}',
  last_tick + 1, ?7, ?7, ?3, ?2, ?4, ?5, 0,
?8, ?6, 'counted'
FROM attempts WHERE id = ?1 AND submitted_at IS NULL
ON CONFLICT (attempt_id, event_id) DO NOTHING`
