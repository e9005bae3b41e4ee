import { retentionPeriods } from '../../domain/retention.ts'
import type { Database, Stores } from '../database.ts'
import type { JournalBucket } from '../object-bindings.ts'
import type { AttemptRow } from './attempt-row.ts'
import { decodeEntries, encodeEntries, type StoredEntry } from './stored-entries.ts'
import { readEntries } from './stored-journal.ts'

// The whole journal of an attempt that is over, in a bucket of R2: with visits and saved taps,
// which the object drops. An attempt's key is its id, so writing and deleting can be repeated, and
// a guest who signs in moves nothing. `full_until` of the attempt: until when the bucket has it.

const keyOf = (attempt: string) => `journals/${attempt}.json.gz`

/** A file in the bucket, as JSON, gzipped. lines: of stored-entries.ts. */
type File = { attempt: string; paperVersion: number; questions: readonly string[]; lines: string }

/** Until when the whole journal is kept: counted from the last that reached us. */
export const fullUntil = ({ submitted_at }: AttemptRow, entries: readonly StoredEntry[]): Date =>
  new Date(
    entries.reduce(
      (last, { receivedAt }) => Math.max(last, receivedAt),
      Date.parse(submitted_at ?? '1970-01-01'),
    ) +
      retentionPeriods.fullJournals.days * 86_400_000,
  )

/** Stores the whole journal of an attempt, in place of what was stored before. `entries`: what the
 *  object has; what it has dropped already is taken from the bucket. Cost: one operation of class
 *  A, and one of class B for an attempt that was stored before. */
export async function storeFullJournal(
  bucket: JournalBucket,
  row: Pick<AttemptRow, 'id' | 'version_id' | 'is_compacted'>,
  entries: readonly StoredEntry[],
  questions: readonly string[],
): Promise<void> {
  const before = row.is_compacted === 1 ? await readStored(bucket, row.id) : null
  const all = before ? joined(before, entries) : entries
  const lines = encodeEntries(all, questions)
    .map(({ line }) => line)
    .join('\n')
  const file: File = { attempt: row.id, paperVersion: row.version_id, questions, lines }
  const text = new TextEncoder().encode(JSON.stringify(file))
  const bytes = await through(new CompressionStream('gzip'), text)
  await bucket.put(keyOf(row.id), bytes)
}

async function readStored(bucket: JournalBucket, id: string): Promise<StoredEntry[] | null> {
  const stored = await bucket.get(keyOf(id))
  if (!stored) return null
  const bytes = await through(new DecompressionStream('gzip'), await stored.arrayBuffer())
  const { lines, questions } = JSON.parse(new TextDecoder().decode(bytes)) as File
  return decodeEntries(lines, questions)
}

const through = (stream: CompressionStream | DecompressionStream, bytes: BufferSource) =>
  new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer()

/** `full`, and what came later. */
function joined(full: readonly StoredEntry[], later: readonly StoredEntry[]): StoredEntry[] {
  const known = new Set(full.map(({ id }) => id))
  return [...full, ...later.filter(({ id }) => !known.has(id))]
}

/** The journal of an attempt with everything that the bucket still has; `own`: what the object has.
 *  Returns null where only `own` is left. Cost: one operation of class B. */
export async function withFullJournal(
  bucket: JournalBucket | null,
  attempt: string,
  own: readonly StoredEntry[],
): Promise<StoredEntry[] | null> {
  const full = bucket && (await readStored(bucket, attempt))
  return full && joined(full, own)
}

/** Every entry of an attempt's journal, while all are kept; `until`: null before it is compacted.
 *  Returns null where some are dropped. */
export async function readFullJournal(
  stores: Stores,
  bucket: JournalBucket | null,
  row: AttemptRow,
): Promise<{ entries: StoredEntry[]; until: string | null } | null> {
  if (row.is_compacted === 0) return { entries: await readEntries(stores, row), until: null }
  if (row.full_until === null) return null
  const entries = await withFullJournal(bucket, row.id, await readEntries(stores, row))
  return entries && { entries, until: row.full_until }
}

/** Also what R2 deletes in one call. */
const maxDeleted = 1000
const retryAfterMs = 300_000

/** Run by the alarm of a reader's object: deletes from the bucket what is not kept any longer. Can
 *  be killed at any point; what fails is tried again. Cost: one look-up in an index where nothing
 *  is due; deleting is free. */
export async function deleteFullJournals(
  { own }: Stores,
  bucket: JournalBucket | null,
  now: Date,
): Promise<void> {
  if (!bucket) return
  const { results } = await own
    .prepare(
      `SELECT id FROM attempts INDEXED BY attempts_with_full_journals
       WHERE full_until IS NOT NULL AND full_until <= ? AND released_to IS NULL
       ORDER BY full_until LIMIT ?`,
    )
    .bind(now.toISOString(), maxDeleted)
    .all<{ id: string }>()
  if (results.length === 0) return
  const ids = results.map(({ id }) => id)
  try {
    await bucket.delete(ids.map(keyOf))
  } catch (error) {
    console.error(JSON.stringify({ at: 'full-journals', error: String(error) }))
    return
  }
  // Not one that has been stored again meanwhile.
  await own
    .prepare(
      `UPDATE attempts SET full_until = NULL
       WHERE id IN (SELECT value FROM json_each(?)) AND full_until <= ?`,
    )
    .bind(JSON.stringify(ids), now.toISOString())
    .run()
}

/** When the next one is to be deleted, in ms since 1970, or a little later if that has failed;
 *  null: none is. */
export async function nextDeletionAt(
  { own }: Stores,
  bucket: JournalBucket | null,
  now: Date,
): Promise<number | null> {
  if (!bucket) return null
  const row = await own
    .prepare(
      `SELECT full_until AS at FROM attempts INDEXED BY attempts_with_full_journals
       WHERE full_until IS NOT NULL AND released_to IS NULL ORDER BY full_until LIMIT 1`,
    )
    .first<{ at: string }>()
  if (!row) return null
  const at = Date.parse(row.at)
  return at <= now.getTime() ? now.getTime() + retryAfterMs : at
}

/** Deletes the whole journals of a reader whose object is erased, those too of which the object
 *  does not know yet that they are stored. `ids`: of `ownSubmittedIds`. */
export async function eraseFullJournals(
  bucket: JournalBucket | null,
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; bucket && start < ids.length; start += maxDeleted)
    await bucket.delete(ids.slice(start, start + maxDeleted).map(keyOf))
}

/** The attempts of which the bucket may have a journal; none of an object that was never used. What
 *  a member has claimed is the member's. */
export async function ownSubmittedIds(own: Database): Promise<string[]> {
  const table = await own
    .prepare(`SELECT 1 AS n FROM sqlite_master WHERE name = 'attempts'`)
    .first<{ n: number }>()
  if (!table) return []
  const { results } = await own
    .prepare('SELECT id FROM attempts WHERE submitted_at IS NOT NULL AND released_to IS NULL')
    .all<{ id: string }>()
  return results.map(({ id }) => id)
}
