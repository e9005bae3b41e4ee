import type { Database, Stores } from '../database.ts'
import type { JournalBucket } from '../object-bindings.ts'
import { readFact } from '../own-schema.ts'
import type { AttemptRow } from './attempt-row.ts'
import { eraseFullJournals, fullUntil, storeFullJournal } from './full-journal.ts'
import { archiveOf, encodeArchive } from './journal-archive.ts'
import { hasUnmarkedAnswers, markLateAnswers } from './late-answers.ts'
import { readAttempt } from './read-attempt.ts'
import { openJournal } from './stored-journal.ts'

const maxJournals = 50
/** After a failure, so that one bad journal does not keep the others waiting. */
const retryAfterMs = 3_600_000

/** Run by the alarm of a reader's object: reduces the journals of attempts that are over to what
 *  results, disputes and replaced answers need, three days after the last delivery (`compactAt`).
 *  The whole journal goes to `bucket` first; without one it is gone. Can be killed at any point,
 *  and run twice. Returns how many it compacted. Cost: one read in an index of what is due; of
 *  each, what `storeFullJournal` costs. */
export async function compactJournals(
  stores: Stores,
  bucket: JournalBucket | null,
  now: Date,
): Promise<number> {
  const db = stores.own
  const { results } = await db
    .prepare(selectDue)
    .bind(now.toISOString(), maxJournals)
    .all<{ id: string }>()
  let compacted = 0
  for (const { id } of results)
    try {
      const row = await readAttempt(db, id)
      if (row && (await compactJournal(stores, bucket, row, now))) compacted += 1
    } catch (error) {
      console.error(JSON.stringify({ at: 'compaction', id, error: String(error) }))
      await postpone(db, id, new Date(now.getTime() + retryAfterMs).toISOString())
    }
  return compacted
}

const selectDue = `
SELECT id FROM attempts INDEXED BY attempts_to_compact
WHERE compact_at IS NOT NULL AND compact_at <= ?1 AND released_to IS NULL
ORDER BY compact_at LIMIT ?2`

/** When the next journal is to be compacted, in ms since 1970; null: none is. */
export async function nextCompactionAt({ own }: Pick<Stores, 'own'>): Promise<number | null> {
  const row = await own
    .prepare(
      `SELECT compact_at AS at FROM attempts INDEXED BY attempts_to_compact
       WHERE compact_at IS NOT NULL AND released_to IS NULL ORDER BY compact_at LIMIT 1`,
    )
    .first<{ at: string }>()
  return row ? Date.parse(row.at) : null
}

const postpone = (db: Database, id: string, until: string) =>
  db.prepare('UPDATE attempts SET compact_at = ?2 WHERE id = ?1').bind(id, until).run()

/** Whether it did: not while answers are awaited, nor if another request changes the attempt
 *  meanwhile. */
async function compactJournal(
  stores: Stores,
  bucket: JournalBucket | null,
  found: AttemptRow,
  now: Date,
): Promise<boolean> {
  const db = stores.own
  if (found.submitted_at === null) return false
  if (found.provisional_until !== null && found.provisional_until > now.toISOString()) {
    await postpone(db, found.id, found.provisional_until)
    return false
  }
  const row = hasUnmarkedAnswers(found) ? await markLateAnswers(stores, found, now) : found
  const journal = await openJournal(stores, row)
  const entries = await journal.entries()
  const archive = archiveOf(journal.archive, entries)
  const body = await encodeArchive(archive, journal.questions)
  const until = fullUntil(row, entries)
  const isStored = bucket !== null && until > now
  // Before anything is dropped. Cut off after it, the object still has everything, and stores the
  // same again.
  if (isStored) await storeFullJournal(bucket, row, entries, journal.questions)
  try {
    const [, , updated] = await db.batch([
      db.prepare(upsertArchive).bind(row.id, row.journal_revision, body),
      db.prepare(deleteSegments).bind(row.id, row.journal_revision),
      db
        .prepare(updateCompacted)
        .bind(row.id, row.journal_revision, isStored ? until.toISOString() : null),
    ])
    if (updated?.meta.changes === 1) return true
  } catch (error) {
    if (!(await isErased(db))) throw error
  }
  // The account was erased while the journal was on its way to the bucket.
  if (isStored && (await isErased(db))) await eraseFullJournals(bucket, [row.id])
  return false
}

const isErased = async (db: Database) => (await readFact(db, 'owner').catch(() => null)) === null

/** ?1: the attempt, ?2: its revision, ?3: the archive. */
const upsertArchive = `
INSERT INTO journal_archives (attempt_id, body)
SELECT id, unhex(?3) FROM attempts WHERE id = ?1 AND journal_revision = ?2
ON CONFLICT (attempt_id) DO UPDATE SET body = excluded.body`

const deleteSegments = `
DELETE FROM journal_segments
WHERE attempt_id = ?1 AND EXISTS (SELECT 1 FROM attempts WHERE id = ?1 AND journal_revision = ?2)`

const updateCompacted = `
UPDATE attempts SET is_compacted = 1, journal_state = NULL, journal_tail = NULL, compact_at = NULL,
  full_until = coalesce(?3, full_until), journal_revision = journal_revision + 1
WHERE id = ?1 AND journal_revision = ?2`
