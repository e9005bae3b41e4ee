import type { Stores } from '../database.ts'
import { notFound } from '../strapi/errors.ts'
import { selectAttempt, type AttemptRow } from './attempt-row.ts'
import { markJournal, upsertMarks } from './marked-journal.ts'
import { maxTries, stillArriving } from './stored-journal.ts'

/** Marks an attempt again that the clock has submitted, with the answers that arrived since. What
 *  rulings changed before is part of the new marks, so their notes are deleted. Errors: Refusal 503
 *  if events keep arriving in between; they are marked when the attempt is read. Cost: reads of the
 *  journal and of the rulings, and one transaction. */
export async function markLateAnswers(
  stores: Stores,
  attempt: AttemptRow,
  now: Date,
): Promise<AttemptRow> {
  const { own } = stores
  for (let known = attempt, tries = 0; tries < maxTries; tries++) {
    const submittedAt = new Date(known.submitted_at ?? now)
    const journal = await markJournal(stores, known, submittedAt)
    const { marked, isInTime, isEarnest } = journal
    const [updated, , , found] = await own.batch<AttemptRow>([
      own
        .prepare(updateIfUnchanged)
        .bind(
          ...[known.id, now.toISOString()],
          ...[marked.scoreUnits, marked.maximumUnits, marked.denominator],
          ...[known.journal_revision, isInTime ? 1 : 0, isEarnest ? 1 : 0],
        ),
      upsertMarks(own, { row: known, journal }),
      own.prepare(deleteScoreChanges).bind(attempt.id, known.journal_revision + 1),
      selectAttempt(own, attempt.id),
    ])
    const row = found?.results[0]
    if (!row) throw notFound()
    if (updated?.results.length === 1 || !hasUnmarkedAnswers(row)) return row
    known = row
  }
  throw stillArriving()
}

/** Whether answers that count have arrived since an attempt was marked: a request that stored them
 *  may have been killed before it marked them. */
export const hasUnmarkedAnswers = ({ provisional_until, marked_n, counted_n }: AttemptRow) =>
  provisional_until !== null && marked_n !== null && counted_n > marked_n

/** ?1: the attempt, ?2: now, ?3 to ?5: its marks, ?6: the revision that was marked, ?7: every
 *  answer arrived in time, ?8: it is earnest. */
const updateIfUnchanged = `
UPDATE attempts SET updated_at = ?2, score_units = ?3, maximum_units = ?4, denominator = ?5,
  marked_n = last_n, journal_revision = ?6 + 1,
  is_compared = (is_compared OR is_left_out) AND ?7 AND ?8,
  is_left_out = (is_compared OR is_left_out) AND ?7 AND NOT ?8
WHERE id = ?1 AND provisional_until IS NOT NULL AND journal_revision = ?6 RETURNING id`

const deleteScoreChanges = `
DELETE FROM score_changes
WHERE attempt_id = ?1 AND EXISTS (SELECT 1 FROM attempts WHERE id = ?1 AND journal_revision = ?2)`
