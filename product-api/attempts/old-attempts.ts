import type { Database } from '../database.ts'
import { ownerColumn, type Owner } from '../owner.ts'
import { movingOldOutcomes } from '../scoring/stored-outcomes.ts'
import type { AttemptRow } from './attempt-row.ts'
import { insertAttempts, selectAttemptRows } from './attempt-transfer.ts'
import { moveOldJournal } from './old-journals.ts'

// Until migration 0067, attempts were kept in the product database. An attempt is there until it is
// moved to its reader's object: when the reader first comes, or by the cron trigger.

const maxTogether = 10

/** Moves a reader's attempts to the reader's object. Can be cut off at any point and repeated: an
 *  attempt is moved once the product database says so, and until then its copy in the object is
 *  replaced. Cost: where there is nothing to move, one look-up in an index. */
export async function moveOldAttempts(own: Database, shared: Database, owner: Owner) {
  for (;;) {
    const { results } = await shared
      .prepare(
        `SELECT a.*, v.head,
           EXISTS (SELECT 1 FROM attempt_events WHERE attempt_id = a.id) AS has_old_entries
         FROM attempts a JOIN paper_versions v ON v.id = a.version_id
         WHERE a.in_object = 0 AND a.${ownerColumn(owner)} = ? LIMIT ?`,
      )
      .bind(owner.id, maxTogether)
      .all<OldAttemptRow>()
    if (results.length === 0) return
    const old = results.filter(({ has_old_entries }) => has_old_entries === 1)
    for (const row of old) await moveOldJournal(shared, row, new Date())
    if (old.length === 0) await moveTogether(own, shared, results)
  }
}

type OldAttemptRow = AttemptRow & { has_old_entries: number }

async function moveTogether(own: Database, shared: Database, rows: readonly OldAttemptRow[]) {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const outcomes = movingOldOutcomes('SELECT value FROM json_each(?1)', ids)
  await shared.batch(outcomes.map(({ text, values }) => shared.prepare(text).bind(...values)))
  const found = await selectAttemptRows(shared, ids)
  const revisions = found.attempts.map(({ id, journal_revision }) => [id, journal_revision])
  // It knows their summaries already.
  const attempts = found.attempts.map((row) => ({ ...row, summary_n: 1 }))
  await own.batch(insertAttempts(own, { ...found, attempts }))
  const moved = JSON.stringify(Object.fromEntries(revisions))
  await shared.batch([
    shared.prepare(markMoved).bind(moved),
    ...['journal_segments', 'journal_archives'].map((table) =>
      shared.prepare(`DELETE FROM ${table} WHERE attempt_id IN (${movedIds})`).bind(moved),
    ),
  ])
}

/** ?1: JSON of the revision at which each attempt was read. One that has changed since is read
 *  again. */
const markMoved = `
UPDATE attempts SET in_object = 1, summary_n = 1, journal_state = NULL, journal_tail = NULL,
  compact_at = NULL, journal_revision = journal_revision + 1
WHERE id IN (SELECT key FROM json_each(?1)) AND in_object = 0
  AND journal_revision = (SELECT value FROM json_each(?1) WHERE key = attempts.id)`

const movedIds = `
SELECT id FROM attempts WHERE id IN (SELECT key FROM json_each(?1)) AND in_object = 1`

/** The readers of attempts that are not moved yet: those first that are running. */
export async function readersToMove(shared: Database, limit: number): Promise<unknown[]> {
  const { results } = await shared
    .prepare(
      `SELECT DISTINCT user_id, guest_id FROM attempts INDEXED BY attempts_not_moved
       WHERE in_object = 0 ORDER BY submitted_at IS NOT NULL LIMIT ?`,
    )
    .bind(limit)
    .all()
  return results
}

/** How many attempts, of how many readers, are not moved yet. Cost: reads them all in an index. */
export async function countToMove(
  shared: Database,
): Promise<{ attempts: number; readers: number }> {
  const row = await shared
    .prepare(
      `SELECT count(*) AS attempts,
         count(DISTINCT coalesce('u' || user_id, 'g' || guest_id)) AS readers
       FROM attempts INDEXED BY attempts_not_moved WHERE in_object = 0`,
    )
    .first<{ attempts: number; readers: number }>()
  return row ?? { attempts: 0, readers: 0 }
}
