import { provisionalUntilMs } from '../../domain/attempt/provisional.ts'
import type { Database, PreparedStatement } from '../database.ts'
import { selectAttempt, type AttemptRow } from './attempt-row.ts'
import { graceSeconds } from './deadlines.ts'
import {
  hasNoOldEntries,
  latestRuling,
  markJournal,
  upsertMarks,
  type MarkedAttempt,
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
  for (let row = attempt, tries = 0; tries < maxTries; tries++) {
    if (row.submitted_at !== null) return row
    if (row.has_old_entries === 1) await moveOldJournal(db, row, now)
    const journal = await markJournal(db, row, now)
    const answers = await db.batch<AttemptRow>([
      ...submitStatements(db, [{ row, journal }], by, now),
      selectAttempt(db, row.id),
    ])
    row = answers.at(-1)?.results[0] ?? row
    if (row.submitted_at !== null) return row
  }
  throw stillArriving()
}

/** Statements, for one batch, that submit marked attempts. Has no effect on one to which an event
 *  or a ruling arrived since it was marked. Rows: the ids of those that are submitted, then
 *  none. */
export const submitStatements = (
  db: Database,
  marked: readonly MarkedAttempt[],
  by: 'reader' | 'clock',
  now: Date,
): PreparedStatement[] => [
  db
    .prepare(updateIfUnchanged)
    .bind(
      JSON.stringify(marked.map((attempt) => submissionOf(attempt, by, now))),
      now.toISOString(),
      compactAt(now),
    ),
  upsertMarks(db, marked),
]

function submissionOf({ row, journal }: MarkedAttempt, by: 'reader' | 'clock', now: Date) {
  const { marked, latestRuling, isInTime, isEarnest } = journal
  const submittedBy = whoSubmits(by, row, now)
  return {
    ...{ id: row.id, revision: row.journal_revision, latestRuling, isInTime, isEarnest },
    ...{ by: submittedBy, score: marked.scoreUnits, maximum: marked.maximumUnits },
    denominator: marked.denominator,
    provisionalUntil:
      submittedBy === 'clock' && row.ends_at !== null
        ? new Date(provisionalUntilMs(Date.parse(row.ends_at))).toISOString()
        : null,
  }
}

/** 'clock' is accepted only near the end: a device's clock may be fast by the grace period. */
function whoSubmits(
  by: 'reader' | 'clock',
  { ends_at }: AttemptRow,
  now: Date,
): 'reader' | 'clock' {
  const isOver = ends_at !== null && now.getTime() > Date.parse(ends_at) - graceSeconds * 1000
  return by === 'clock' && isOver ? 'clock' : 'reader'
}

/** Compared with others is the first attempt of its owner, by the clock, before the owner could
 *  know a key of it, with every answer delivered in time, if it is earnest. */
const isComparable = `s.value ->> 'isInTime' AND mode = 'exam' AND NOT EXISTS (
  SELECT 1 FROM attempts o
  WHERE (o.user_id = attempts.user_id OR o.guest_id = attempts.guest_id)
    AND o.test_id = attempts.test_id AND o.id <> attempts.id
    AND (o.mode <> 'exam' OR o.submitted_at IS NOT NULL
      OR (o.started_at, o.id) < (attempts.started_at, attempts.id)))`

/** ?1: what submissionOf returns, ?2: now, ?3: when their journals are compacted. */
const updateIfUnchanged = `
UPDATE attempts SET submitted_at = ?2, updated_at = ?2, submitted_by = s.value ->> 'by',
  score_units = s.value ->> 'score', maximum_units = s.value ->> 'maximum',
  denominator = s.value ->> 'denominator', marked_n = last_n,
  provisional_until = s.value ->> 'provisionalUntil', compact_at = ?3,
  journal_revision = journal_revision + 1,
  is_compared = s.value ->> 'isEarnest' AND ${isComparable},
  is_left_out = NOT s.value ->> 'isEarnest' AND ${isComparable}
FROM json_each(?1) s
WHERE attempts.id = s.value ->> 'id' AND submitted_at IS NULL
  AND journal_revision = s.value ->> 'revision' AND ${latestRuling} = s.value ->> 'latestRuling'
  AND ${hasNoOldEntries}
RETURNING id`
