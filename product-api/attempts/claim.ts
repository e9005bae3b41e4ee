import type { Database } from '../database.ts'
import type { AttemptRows } from '../reader.ts'
import { insertAttempts, selectAttemptRows } from './attempt-transfer.ts'

// A guest who signs in: the attempts in the guest's object become the member's, each once. First
// the guest's object releases them, after which nothing changes them there; then the member's
// stores them; then the guest's deletes them. Each step can be repeated, and the member's object
// does so until the last one is done.

/** In the guest's object: releases all attempts to a member, for whom the call can be repeated.
 *  Requests that have read an attempt before write nothing any more. */
export async function releaseAttempts(own: Database, memberId: number): Promise<AttemptRows> {
  const [, found] = await own.batch<{ id: string }>([
    own
      .prepare(
        `UPDATE attempts SET released_to = ?, journal_revision = journal_revision + 1
         WHERE released_to IS NULL`,
      )
      .bind(memberId),
    own.prepare('SELECT id FROM attempts WHERE released_to = ?').bind(memberId),
  ])
  return selectAttemptRows(own, JSON.stringify(found?.results.map(({ id }) => id)))
}

/** In the guest's object: deletes released attempts. */
export async function forgetAttempts(own: Database, ids: readonly string[]): Promise<void> {
  const json = JSON.stringify(ids)
  await own.batch([
    ...['journal_segments', 'journal_archives', 'attempt_marks', 'score_changes'].map((table) =>
      own.prepare(`DELETE FROM ${table} WHERE attempt_id IN (${releasedIds})`).bind(json),
    ),
    own.prepare(`DELETE FROM attempts WHERE id IN (${releasedIds})`).bind(json),
  ])
}

const releasedIds = `
SELECT id FROM attempts
WHERE id IN (SELECT value FROM json_each(?1)) AND released_to IS NOT NULL`

/** In the member's object: stores released attempts that it does not have. Returns how many. */
export async function storeClaimed(
  own: Database,
  memberId: number,
  guestId: string,
  rows: AttemptRows,
): Promise<number> {
  const all = rows.attempts.map(({ id }) => String(id))
  const { results } = await own
    .prepare('SELECT id FROM attempts WHERE id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(all))
    .all<{ id: string }>()
  const known = new Set(results.map(({ id }) => id))
  const isNew = ({ attempt_id }: AttemptRows['attempts'][number]) => !known.has(String(attempt_id))
  const attempts: AttemptRows['attempts'] = rows.attempts
    .filter(({ id }) => !known.has(String(id)))
    .map((row) => ({ ...row, user_id: memberId, guest_id: null }))
  const added = JSON.stringify(attempts.map(({ id }) => id))
  await own.batch([
    ...insertAttempts(own, {
      paper_versions: rows.paper_versions,
      attempts,
      journal_segments: rows.journal_segments.filter(isNew),
      journal_archives: rows.journal_archives.filter(isNew),
      attempt_marks: rows.attempt_marks.filter(isNew),
      score_changes: rows.score_changes.filter(isNew),
    }),
    own
      .prepare(
        `UPDATE attempts SET claimed_from = ?2, summary_n = summary_n + 1
         WHERE id IN (SELECT value FROM json_each(?1))`,
      )
      .bind(added, guestId),
    own.prepare('INSERT OR IGNORE INTO outbox SELECT value FROM json_each(?)').bind(added),
    own.prepare(compareOnlyFirstAttempts),
  ])
  return attempts.length
}

/** Only the first attempt at a test is compared with others, and moved attempts may be earlier or
 *  later than the member's own. */
const compareOnlyFirstAttempts = `
UPDATE attempts SET is_compared = 0, is_left_out = 0
WHERE (is_compared = 1 OR is_left_out = 1) AND EXISTS (
  SELECT 1 FROM attempts o
  WHERE o.test_id = attempts.test_id AND o.id <> attempts.id
    AND ((o.started_at, o.id) < (attempts.started_at, attempts.id)
      OR o.submitted_at < attempts.submitted_at))`
