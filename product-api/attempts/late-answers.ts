import type { Database } from '../database.ts'
import { paperVersionWithKeys } from '../papers/paper-versions.ts'
import { notFound } from '../strapi/errors.ts'
import { selectAttempt, type AttemptRow } from './attempt-row.ts'
import {
  markJournal,
  maxTries,
  selectLatest,
  stillArriving,
  upsertOutcomes,
} from './marked-journal.ts'

/** Marks an attempt again that the clock has submitted, with the answers that arrived since. What
 *  rulings changed before is part of the new marks, so their notes are deleted. Errors: Refusal 503
 *  if events keep arriving in between; they are marked when the attempt is read. Cost: two
 *  transactions and one read of the rulings. */
export async function markLateAnswers(
  db: Database,
  attempt: AttemptRow,
  now: Date,
): Promise<AttemptRow> {
  const { paper } = await paperVersionWithKeys(db, attempt.version_id)
  for (let tries = 0; tries < maxTries; tries++) {
    const submittedAt = new Date(attempt.submitted_at ?? now)
    const journal = await markJournal(db, attempt, paper, submittedAt)
    const { marked, latest, isInTime, isEarnest } = journal
    const [updated, , , found] = await db.batch<AttemptRow>([
      db
        .prepare(updateIfUnchanged)
        .bind(
          ...[attempt.id, now.toISOString()],
          ...[marked.scoreUnits, marked.maximumUnits, marked.denominator],
          ...[latest.n, latest.ruling, isInTime ? 1 : 0, isEarnest ? 1 : 0],
        ),
      upsertOutcomes(db, attempt.id, journal),
      db.prepare(deleteScoreChanges).bind(attempt.id, latest.n),
      selectAttempt(db, attempt.id),
    ])
    const row = found?.results[0]
    if (!row) throw notFound()
    if (updated?.meta.changes === 1 || (row.marked_n ?? 0) >= latest.n) return row
  }
  throw stillArriving()
}

/** Whether answers that count have arrived since an attempt was marked: a request that stored them
 *  may have been killed before it marked them. */
export async function hasUnmarkedAnswers(
  db: Database,
  { id, marked_n, provisional_until }: AttemptRow,
): Promise<boolean> {
  if (provisional_until === null || marked_n === null) return false
  const found = await db
    .prepare(
      `SELECT 1 FROM attempt_events WHERE attempt_id = ? AND n > ? AND standing = 'counted'
       LIMIT 1`,
    )
    .bind(id, marked_n)
    .first()
  return found !== null
}

/** ?1: the attempt, ?2: now, ?3 to ?5: its marks, ?6 and ?7: the latest event and ruling, ?8: every
 *  answer arrived in time, ?9: it is earnest. */
const updateIfUnchanged = `
UPDATE attempts SET updated_at = ?2, score_units = ?3, maximum_units = ?4, denominator = ?5,
  marked_n = ?6,
  is_compared = (is_compared OR is_left_out) AND ?8 AND ?9,
  is_left_out = (is_compared OR is_left_out) AND ?8 AND NOT ?9
WHERE id = ?1 AND provisional_until IS NOT NULL AND (${selectLatest}) = (?6, ?7)`

const deleteScoreChanges = `
DELETE FROM score_changes
WHERE attempt_id = ?1 AND EXISTS (SELECT 1 FROM attempts WHERE id = ?1 AND marked_n = ?2)`
