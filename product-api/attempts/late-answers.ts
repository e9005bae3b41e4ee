import type { Database } from '../database.ts'
import { notFound } from '../strapi/errors.ts'
import { selectAttempt, type AttemptRow } from './attempt-row.ts'
import { hasNoOldEntries, latestRuling, markJournal, upsertMarks } from './marked-journal.ts'
import { moveOldJournal } from './old-journals.ts'
import { maxTries, stillArriving } from './stored-journal.ts'

/** Marks an attempt again that the clock has submitted, with the answers that arrived since. What
 *  rulings changed before is part of the new marks, so their notes are deleted. Errors: Refusal 503
 *  if events keep arriving in between; they are marked when the attempt is read. Cost: reads of the
 *  journal and of the rulings, and one transaction. */
export async function markLateAnswers(
  db: Database,
  attempt: AttemptRow,
  now: Date,
): Promise<AttemptRow> {
  for (let known = attempt, tries = 0; tries < maxTries; tries++) {
    if (known.has_old_entries === 1) await moveOldJournal(db, known, now)
    const submittedAt = new Date(known.submitted_at ?? now)
    const journal = await markJournal(db, known, submittedAt)
    const { marked, latestRuling: ruling, isInTime, isEarnest } = journal
    const [updated, , , found] = await db.batch<AttemptRow>([
      db
        .prepare(updateIfUnchanged)
        .bind(
          ...[known.id, now.toISOString()],
          ...[marked.scoreUnits, marked.maximumUnits, marked.denominator],
          ...[known.journal_revision, ruling, isInTime ? 1 : 0, isEarnest ? 1 : 0],
        ),
      upsertMarks(db, [{ row: known, journal }]),
      db.prepare(deleteScoreChanges).bind(attempt.id, known.journal_revision + 1),
      selectAttempt(db, attempt.id),
    ])
    const row = found?.results[0]
    if (!row) throw notFound()
    if (updated?.meta.changes === 1 || !hasUnmarkedAnswers(row)) return row
    known = row
  }
  throw stillArriving()
}

/** Whether answers that count have arrived since an attempt was marked: a request that stored them
 *  may have been killed before it marked them. */
export const hasUnmarkedAnswers = ({ provisional_until, marked_n, counted_n }: AttemptRow) =>
  provisional_until !== null && marked_n !== null && counted_n > marked_n

/** ?1: the attempt, ?2: now, ?3 to ?5: its marks, ?6: the revision that was marked, ?7: the
 *  latest ruling, ?8: every answer arrived in time, ?9: it is earnest. */
const updateIfUnchanged = `
UPDATE attempts SET updated_at = ?2, score_units = ?3, maximum_units = ?4, denominator = ?5,
  marked_n = last_n, journal_revision = ?6 + 1,
  is_compared = (is_compared OR is_left_out) AND ?8 AND ?9,
  is_left_out = (is_compared OR is_left_out) AND ?8 AND NOT ?9
WHERE id = ?1 AND provisional_until IS NOT NULL AND journal_revision = ?6 AND ${hasNoOldEntries}
  AND ${latestRuling} = ?7`

const deleteScoreChanges = `
DELETE FROM score_changes
WHERE attempt_id = ?1 AND EXISTS (SELECT 1 FROM attempts WHERE id = ?1 AND journal_revision = ?2)`
