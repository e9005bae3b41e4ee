import { provisionalUntilMs } from '../../domain/attempt/provisional.ts'
import type { Stores } from '../database.ts'
import { selectAttempt, type AttemptRow } from './attempt-row.ts'
import { graceSeconds } from './deadlines.ts'
import { markJournal, upsertMarks, type MarkedAttempt } from './marked-journal.ts'
import { compactAt, maxTries, stillArriving } from './stored-journal.ts'

/** Submits and marks an attempt, once: a later call returns the stored marks. `by`: who says that
 *  the attempt is over. Submitted by the clock, it is provisional for a while (domain/attempt/
 *  provisional.ts). Errors: Refusal 503 if events keep arriving in between; nothing is lost and
 *  the call can be repeated. Cost: reads of the journal and of the rulings, and one transaction. */
export async function submitAttempt(
  stores: Stores,
  attempt: AttemptRow,
  by: 'reader' | 'clock',
  now: Date,
): Promise<AttemptRow> {
  const { own } = stores
  for (let row = attempt, tries = 0; tries < maxTries; tries++) {
    if (row.submitted_at !== null) return row
    const marked = { row, journal: await markJournal(stores, row, now) }
    const answers = await own.batch<AttemptRow>([
      own
        .prepare(updateIfUnchanged)
        .bind(JSON.stringify(submissionOf(marked, by, now)), now.toISOString(), compactAt(now)),
      upsertMarks(own, marked),
      selectAttempt(own, row.id),
    ])
    row = answers.at(-1)?.results[0] ?? row
    if (row.submitted_at !== null) return row
  }
  throw stillArriving()
}

function submissionOf({ row, journal }: MarkedAttempt, by: 'reader' | 'clock', now: Date) {
  const { marked, isInTime, isEarnest } = journal
  const submittedBy = whoSubmits(by, row, now)
  return {
    ...{ id: row.id, revision: row.journal_revision, isInTime, isEarnest },
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
const isComparable = `?1 ->> 'isInTime' AND mode = 'exam' AND NOT EXISTS (
  SELECT 1 FROM attempts o
  WHERE o.test_id = attempts.test_id AND o.id <> attempts.id AND o.released_to IS NULL
    AND (o.mode <> 'exam' OR o.submitted_at IS NOT NULL
      OR (o.started_at, o.id) < (attempts.started_at, attempts.id)))`

/** ?1: what submissionOf returns, ?2: now, ?3: when the journal is compacted. */
const updateIfUnchanged = `
UPDATE attempts SET submitted_at = ?2, updated_at = ?2, submitted_by = ?1 ->> 'by',
  score_units = ?1 ->> 'score', maximum_units = ?1 ->> 'maximum',
  denominator = ?1 ->> 'denominator', marked_n = last_n,
  provisional_until = ?1 ->> 'provisionalUntil', compact_at = ?3,
  journal_revision = journal_revision + 1,
  is_compared = ?1 ->> 'isEarnest' AND ${isComparable},
  is_left_out = NOT ?1 ->> 'isEarnest' AND ${isComparable}
WHERE id = ?1 ->> 'id' AND submitted_at IS NULL AND journal_revision = ?1 ->> 'revision'
RETURNING id`
