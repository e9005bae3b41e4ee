import { addToProgress, answeredIn, progressOf } from '../../domain/attempt/journal-progress.ts'
import type { Database, PreparedStatement, Stores } from '../database.ts'
import { paperVersion } from '../papers/paper-versions.ts'
import { Refusal } from '../strapi/errors.ts'
import type { AttemptRow } from './attempt-row.ts'
import { readArchive, type Archive } from './journal-archive.ts'
import {
  decodeEntries,
  encodeEntries,
  isCounted,
  type EncodedLine,
  type StoredEntry,
} from './stored-entries.ts'
import { decodeProgress, encodeProgress, type StoredProgress } from './stored-progress.ts'

/** An attempt's journal at one revision. `questions`: the ids of the paper's questions. */
export type Journal = StoredProgress & {
  questions: readonly string[]
  /** Whether an entry with this id may be stored; false is certain. */
  mayHave: (entry: Pick<StoredEntry, 'id' | 'writer' | 'tick'>) => boolean
  /** Of a compacted journal; null: it is not compacted. */
  archive: Archive | null
  /** All stored entries, in the order of arrival. Cost: one read of a row per some hundred
   *  entries, unless all of them came lately. */
  entries: () => Promise<StoredEntry[]>
  /** The entries after a number, at least. Cost: as `entries`, if they did not come lately. */
  entriesAfter: (n: number) => Promise<StoredEntry[]>
}

/** Opens the journal of an attempt that was just read. Cost: one read of a compacted journal;
 *  otherwise none, and the paper's if it is not in memory. */
export async function openJournal({ own, shared }: Stores, row: AttemptRow): Promise<Journal> {
  const paper = await paperVersion(shared, row.version_id)
  const questions = paper.questions.map(({ id }) => id)
  const tail = () => decodeEntries(row.journal_tail, questions)
  if (row.is_compacted === 1) {
    const archive = await readArchive(own, row.id, questions)
    const all = [...archive.entries, ...tail()]
    const known = new Set(all.map(({ id }) => id))
    return {
      ...decodeProgress(null, questions),
      ...{ questions, archive, progress: progressOf(all.filter(isCounted)) },
      count: all.length + archive.dropped.size,
      mayHave: ({ id }) => known.has(id) || archive.dropped.has(id),
      entries: () => Promise.resolve(all),
      entriesAfter: () => Promise.resolve(all),
    }
  }
  const stored = decodeProgress(row.journal_state, questions)
  const { writers, unreadable, segmentN } = stored
  let all: Promise<StoredEntry[]> | null = null
  const readAll = async () => {
    if (segmentN === 0) return tail()
    const { results } = await selectSegments(own, row.id).all<{ deliveries: string }>()
    return [...results.flatMap(({ deliveries }) => decodeEntries(deliveries, questions)), ...tail()]
  }
  const entries = () => (all ??= readAll())
  return {
    ...{ ...stored, questions, entries },
    mayHave: ({ id, writer, tick }) =>
      id.startsWith('unreadable-') ? unreadable > 0 : tick <= (writers.get(writer) ?? -1),
    archive: null,
    entriesAfter: (n) => (n >= segmentN ? Promise.resolve(tail()) : entries()),
  }
}

/** All entries of an attempt's journal, in the order of arrival. Cost: as `openJournal` and
 *  `entries`. */
export const readEntries = async (stores: Stores, row: AttemptRow) =>
  (await openJournal(stores, row)).entries()

const selectSegments = (db: Database, id: string) =>
  db
    .prepare(
      `SELECT deliveries FROM journal_segments INDEXED BY sqlite_autoindex_journal_segments_1
       WHERE attempt_id = ? ORDER BY last_n`,
    )
    .bind(id)

/** What the deliveries beside an attempt may measure before they become a segment: every delivery
 *  writes them again. */
const maxTailLength = 6000

/** What is added to a journal. keysShown: the questions whose key is shown from now on. besides:
 *  statements that are run before, in the same transaction. */
export type Addition = {
  entries: readonly StoredEntry[]
  keysShown?: readonly string[]
  besides?: readonly PreparedStatement[]
}

/** Adds entries to a journal at the revision at which it was read, and brings its progress up.
 *  Returns the attempt as it is then; null if another request has changed it meanwhile, and nothing
 *  is stored. Cost: one write of
 *  one row; for every some hundred entries, of three. */
export async function addToJournal(
  db: Database,
  row: AttemptRow,
  journal: Journal,
  { entries, keysShown = [], besides = [] }: Addition,
  now: Date,
): Promise<AttemptRow | null> {
  const { questions, segmentN } = journal
  const lines = encodeEntries(entries, questions)
  const tail = [row.journal_tail ?? '', ...lines.map(({ line }) => line)]
    .filter((part) => part !== '')
    .join('\n')
  const lastN = entries.at(-1)?.n ?? row.last_n
  const isFull = tail.length > maxTailLength && row.is_compacted === 0
  const changed: AttemptRow = {
    ...row,
    journal_revision: row.journal_revision + 1,
    journal_tail: isFull ? '' : tail,
    last_n: lastN,
    compact_at: row.submitted_at === null ? null : compactAt(now),
  }
  if (row.is_compacted === 0) {
    journal.progress = await progressWith(journal, entries)
    const stored = { ...journal, segmentN: isFull ? lastN : segmentN }
    for (const { id, writer, tick } of entries)
      if (id.startsWith('unreadable-')) stored.unreadable += 1
      else stored.writers.set(writer, Math.max(tick, stored.writers.get(writer) ?? tick))
    stored.count += entries.length
    for (const question of keysShown) stored.keysShown.add(question)
    changed.journal_state = encodeProgress(stored, questions)
    changed.counted_n = entries.findLast(isCounted)?.n ?? row.counted_n
    if (!isFinal(row, now)) {
      changed.answered = answeredIn(stored.progress)
      changed.last_tick = stored.progress.lastTick
      changed.updated_at = now.toISOString()
    }
  }
  const before = { line: row.journal_tail ?? '', lastN: row.last_n }
  const results = await db.batch([
    ...(isFull ? segmentsOf([before, ...lines]).map((part) => insertSegment(db, row, part)) : []),
    ...besides,
    updateJournal(db, row, changed),
  ])
  return results.at(-1)?.results.length === 1 ? changed : null
}

async function progressWith(journal: Journal, entries: readonly StoredEntry[]) {
  const { progress } = journal
  if (addToProgress(progress, entries.filter(isCounted))) return progress
  return progressOf([...(await journal.entries()), ...entries].filter(isCounted))
}

/** A row of D1 holds 2 MB. */
const maxSegmentLength = 400_000

/** Joins lines to as few segments as may be. */
function segmentsOf(lines: readonly EncodedLine[]): EncodedLine[] {
  const segments: EncodedLine[] = []
  for (const { line, lastN } of lines) {
    const last = segments.at(-1)
    if (line === '') continue
    if (last && last.line.length + line.length < maxSegmentLength)
      Object.assign(last, { line: `${last.line}\n${line}`, lastN })
    else segments.push({ line, lastN })
  }
  return segments
}

/** Whether nothing that arrives can count any more. */
const isFinal = ({ submitted_at, provisional_until }: AttemptRow, now: Date) =>
  submitted_at !== null && (provisional_until ?? '') <= now.toISOString()

/** A submitted attempt's journal is compacted three days after the last delivery: when answers are
 *  awaited no more (domain/attempt/provisional.ts), and devices have stopped sending again. */
export const compactAt = (now: Date) =>
  new Date(now.getTime() + compactAfterHours * 3_600_000).toISOString()
const compactAfterHours = 72

const insertSegment = (
  db: Database,
  { id, journal_revision }: AttemptRow,
  { line, lastN }: EncodedLine,
): PreparedStatement =>
  db
    .prepare(
      `INSERT INTO journal_segments (attempt_id, last_n, deliveries)
       SELECT id, ?3, ?4 FROM attempts WHERE id = ?1 AND journal_revision = ?2`,
    )
    .bind(id, journal_revision, lastN, line)

/** Has no effect if the attempt is not at the revision of `row` any more. */
const updateJournal = (
  db: Database,
  { id, journal_revision }: AttemptRow,
  changed: AttemptRow,
): PreparedStatement =>
  db
    .prepare(
      `UPDATE attempts SET journal_revision = ?3, journal_state = ?4, journal_tail = ?5,
         last_n = ?6, counted_n = ?7, answered = ?8, last_tick = ?9, updated_at = ?10
         ${changed.compact_at === null ? '' : ', compact_at = ?11'}
       WHERE id = ?1 AND journal_revision = ?2 RETURNING id`,
    )
    .bind(
      ...[id, journal_revision, changed.journal_revision],
      ...[changed.journal_state, changed.journal_tail, changed.last_n, changed.counted_n],
      ...[changed.answered, changed.last_tick, changed.updated_at],
      ...(changed.compact_at === null ? [] : [changed.compact_at]),
    )

/** How often a request tries again after another one has changed the attempt. */
export const maxTries = 24

export const stillArriving = () =>
  new Refusal(503, 'ServiceUnavailableError', 'Answers are still arriving; submit again', {})
