import { provisionalUntilMs } from '../../domain/attempt/provisional.ts'
import type { Database } from '../database.ts'
import { paperVersionWithKeys } from '../papers/paper-versions.ts'
import { selectAttempt, type AttemptRow } from './attempt-row.ts'
import { graceSeconds } from './deadlines.ts'
import {
  hasNoOldEntries,
  latestRuling,
  markJournal,
  upsertOutcomes,
  type MarkedJournal,
} from './marked-journal.ts'
import { moveOldJournal } from './old-journals.ts'
import { compactAt, maxTries, stillArriving } from './stored-journal.ts'

/** Submits and marks an attempt, once: a later call returns the stored marks. `by`: who says that
 *  the attempt is over. Submitted by the clock, it is provisional for a while (domain/attempt/
 *  provisional.ts). Errors: Refusal 503 if events keep arriving in between; nothing is lost and
 *  the call can be repeated. Cost: reads of the journal and of the rulings, and one transaction. */
export async function submitAttempt(
  db: Database,
  attempt: AttemptRow,
  by: 'reader' | 'clock',
  now: Date,
): Promise<AttemptRow> {
  const { paper } = await paperVersionWithKeys(db, attempt.version_id)
  for (let row = attempt, tries = 0; tries < maxTries; tries++) {
    if (row.submitted_at !== null) return row
    if (row.has_old_entries === 1) await moveOldJournal(db, row, now)
    const journal = await markJournal(db, row, paper, now)
    const answers = await db.batch<AttemptRow>([
      updateIfUnchanged(db, row, journal, submittedBy(by, row, now), now),
      upsertOutcomes(db, row, journal),
      selectAttempt(db, row.id),
    ])
    row = answers.at(-1)?.results[0] ?? row
    if (row.submitted_at !== null) return row
  }
  throw stillArriving()
}

/** 'clock' is accepted only near the end: a device's clock may be fast by the grace period. */
function submittedBy(
  by: 'reader' | 'clock',
  { ends_at }: AttemptRow,
  now: Date,
): 'reader' | 'clock' {
  const isOver = ends_at !== null && now.getTime() > Date.parse(ends_at) - graceSeconds * 1000
  return by === 'clock' && isOver ? 'clock' : 'reader'
}

/** Has no effect if an event or a ruling arrived since the attempt was marked. Compared with others
 *  is the first attempt of its owner, by the clock, before the owner could know a key of it, with
 *  every answer delivered in time, if it is earnest. */
function updateIfUnchanged(
  db: Database,
  row: AttemptRow,
  { marked, latestRuling: ruling, isInTime, isEarnest }: MarkedJournal,
  by: 'reader' | 'clock',
  now: Date,
) {
  const owner = row.user_id === null ? 'guest_id' : 'user_id'
  const provisionalUntil =
    by === 'clock' && row.ends_at !== null
      ? new Date(provisionalUntilMs(Date.parse(row.ends_at))).toISOString()
      : null
  const isComparable = `?7 AND mode = 'exam' AND NOT EXISTS (
    SELECT 1 FROM attempts o
    WHERE o.${owner} = attempts.${owner} AND o.test_id = attempts.test_id
      AND o.id <> attempts.id
      AND (o.mode <> 'exam' OR o.submitted_at IS NOT NULL
        OR (o.started_at, o.id) < (attempts.started_at, attempts.id)))`
  return db
    .prepare(
      `UPDATE attempts SET submitted_at = ?2, updated_at = ?2, submitted_by = ?3,
         score_units = ?4, maximum_units = ?5, denominator = ?6, marked_n = last_n,
         provisional_until = ?10, compact_at = ?12, journal_revision = ?8 + 1,
         is_compared = ?11 AND ${isComparable}, is_left_out = NOT ?11 AND ${isComparable}
       WHERE id = ?1 AND submitted_at IS NULL AND journal_revision = ?8 AND ${hasNoOldEntries}
         AND ${latestRuling} = ?9`,
    )
    .bind(
      ...[row.id, now.toISOString(), by],
      ...[marked.scoreUnits, marked.maximumUnits, marked.denominator],
      ...[isInTime ? 1 : 0, row.journal_revision, ruling],
      ...[provisionalUntil, isEarnest ? 1 : 0, compactAt(now)],
    )
}
