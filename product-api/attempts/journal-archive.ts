import { isListed, outcomesOf } from '../../domain/attempt/answer-history.ts'
import { eventId, replay, unsavedChoiceOf } from '../../domain/attempt/journal.ts'
import { replacedAnswers } from '../../domain/attempt/replaced-answers.ts'
import type { Database } from '../database.ts'
import { columnsOf, entriesIn, type EntryColumns } from './entry-columns.ts'
import { isCounted, type StoredEntry } from './stored-entries.ts'

// What is kept of the journal of an attempt that is over: what results, disputes and replaced
// answers need, and the ids of all else, so that an entry that is sent again is known.

/** `dropped`: the ids of entries that are not kept. All of them counted, and were no answers. */
export type Archive = { entries: readonly StoredEntry[]; dropped: ReadonlySet<string> }

/** `dropped`: by writer, its ticks, each as the distance from the one before. */
type Body = EntryColumns & { dropped: [writer: string, ticks: number[]][] }

/** Leaves out of a journal what only says where the reader was: visits, and taps that were saved
 *  right after. Leaves out nothing if that would change what the result or the history says. */
export function archiveOf(before: Archive | null, entries: readonly StoredEntry[]): Archive {
  const outcomes = outcomesOf(entries.filter(isCounted))
  const firstOfDevices = new Set(
    new Map(entries.toReversed().map((entry) => [entry.device ?? '', entry])).values(),
  )
  const kept = entries.filter(
    (entry) =>
      !isCounted(entry) ||
      isListed(entry.kind, outcomes.get(entry) ?? 'noted') ||
      firstOfDevices.has(entry),
  )
  if (whatCounts(kept) !== whatCounts(entries)) return { entries, dropped: before?.dropped ?? none }
  const keptIds = new Set(kept.map(({ id }) => id))
  const dropped = entries.flatMap(({ id }) => (keptIds.has(id) ? [] : [id]))
  return { entries: kept, dropped: new Set([...(before?.dropped ?? none), ...dropped]) }
}

const none: ReadonlySet<string> = new Set()

/** What results and histories show of a journal, as text to compare. */
function whatCounts(entries: readonly StoredEntry[]): string {
  const counted = entries.filter(isCounted)
  const outcomes = outcomesOf(counted)
  const states = [...replay(counted).questions].flatMap(([id, state]) => {
    const { saved, isMarked } = state
    const unsaved = unsavedChoiceOf(state)
    return saved === null && unsaved === null && !isMarked ? [] : [[id, saved, isMarked, unsaved]]
  })
  const listed = counted.flatMap((event) => {
    const outcome = outcomes.get(event) ?? 'noted'
    return isListed(event.kind, outcome) ? [[event.id, outcome]] : []
  })
  const replaced = replacedAnswers(counted).map((found) => [
    eventId(found.kept),
    eventId(found.replaced),
  ])
  return JSON.stringify([states.sort(), listed, replaced.sort()])
}

/** Encodes an archive as deflated JSON, in hexadecimal digits; the database keeps the bytes. Of a
 *  test of 100 questions, about 1 KB. */
export async function encodeArchive(
  { entries, dropped }: Archive,
  questions: readonly string[],
): Promise<string> {
  const byWriter = Map.groupBy([...dropped], (id) => id.slice(0, id.lastIndexOf('.')))
  const body: Body = {
    ...columnsOf(entries, questions),
    dropped: [...byWriter].map(([writer, ids]) => {
      const ticks = ids.map((id) => Number(id.slice(writer.length + 1))).sort((a, b) => a - b)
      return [writer, ticks.map((tick, index) => tick - (ticks[index - 1] ?? 0))]
    }),
  }
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const deflated = await through(new CompressionStream('deflate-raw'), bytes)
  return [...new Uint8Array(deflated)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Decodes what `encodeArchive` returns. */
export async function decodeArchive(text: string, questions: readonly string[]): Promise<Archive> {
  const deflated = Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16))
  const bytes = await through(new DecompressionStream('deflate-raw'), deflated)
  const { dropped, ...columns } = JSON.parse(new TextDecoder().decode(bytes)) as Body
  const ids = dropped.flatMap(([writer, distances]) => {
    let tick = 0
    return distances.map((distance) => eventId({ writer, tick: (tick += distance) }))
  })
  return { entries: entriesIn(columns, questions), dropped: new Set(ids) }
}

const through = (
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array,
): Promise<ArrayBuffer> =>
  new Response(new Blob([new Uint8Array(bytes)]).stream().pipeThrough(stream)).arrayBuffer()

/** The archive of a compacted attempt. Errors: throws if there is none, which is a bug. */
export async function readArchive(
  db: Database,
  id: string,
  questions: readonly string[],
): Promise<Archive> {
  const row = await db
    .prepare('SELECT hex(body) AS body FROM journal_archives WHERE attempt_id = ?')
    .bind(id)
    .first<{ body: string }>()
  if (!row) throw new Error(`The journal of attempt ${id} is not archived`)
  return decodeArchive(row.body, questions)
}
