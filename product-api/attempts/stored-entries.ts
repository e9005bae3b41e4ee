import { notCountedReasons, type NotCountedReason } from '../../domain/attempt/attempt-result.ts'
import { eventId, eventKinds } from '../../domain/attempt/journal.ts'
import type { ReceivedEvent } from '../../domain/attempt/replaced-answers.ts'
import { locales } from '../../domain/locale.ts'
import type { Batch } from './journal-entries.ts'

/** An entry of an attempt's journal as it is stored. `at`: when it happened, by the server's
 *  estimate; `claimedAt`: by the device, if it differs; `receivedAt`: all in ms since 1970.
 *  `standing`: whether it counts, or why not. `raw`: what was sent, if some of it is invalid. */
export type StoredEntry = Omit<ReceivedEvent, 'kind' | 'device' | 'seen'> &
  Pick<Batch, 'device' | 'via'> & {
    id: string
    kind: ReceivedEvent['kind'] | 'unreadable'
    seen: number | null
    claimedAt: number | null
    receivedAt: number
    standing: NotCountedReason | 'counted'
    raw: string | null
  }

/** An entry that counts. */
export type CountedEntry = StoredEntry & ReceivedEvent

export const isCounted = (entry: StoredEntry): entry is CountedEntry =>
  entry.standing === 'counted' && entry.kind !== 'unreadable'

// The numbers of these lists are stored: only ever append to them.
const kinds = [...eventKinds, 'unreadable'] as const
const standings = ['counted', ...notCountedReasons] as const
const ways = [null, 'form', 'code'] as const

function encodeDelivery(entries: readonly StoredEntry[], questions: readonly string[]) {
  const { receivedAt = 0, device = null, via = null } = entries[0] ?? {}
  const writers = [...new Set(entries.map(({ writer }) => writer))]
  const rows = entries.map((entry) => {
    const index = questions.indexOf(entry.question ?? '')
    const isPlain = entry.id === eventId(entry) && entry.raw === null && entry.claimedAt === null
    const { id, raw, claimedAt } = entry
    return withoutLastEmpty([
      ...[entry.n, writers.indexOf(entry.writer), entry.tick, kinds.indexOf(entry.kind)],
      ...[index < 0 ? entry.question : index, entry.option, receivedAt - entry.at, entry.spentMs],
      entry.locale === null ? null : locales.indexOf(entry.locale),
      ...[entry.seen, standings.indexOf(entry.standing) || null],
      isPlain ? null : [id, raw, claimedAt],
    ])
  })
  return JSON.stringify([receivedAt, device, ways.indexOf(via), writers, rows])
}

/** A line of JSON with entries that arrived together; `lastN`: the number of the last. */
export type EncodedLine = { line: string; lastN: number }

const maxEntriesPerLine = 1000

/** Encodes entries in their order. `questions`: the paper's, of which an entry stores the index. */
export function encodeEntries(
  entries: readonly StoredEntry[],
  questions: readonly string[],
): EncodedLine[] {
  const groups: StoredEntry[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    const [first] = group ?? []
    const isSame =
      first?.receivedAt === entry.receivedAt &&
      first.device === entry.device &&
      first.via === entry.via
    if (group && isSame && group.length < maxEntriesPerLine) group.push(entry)
    else groups.push([entry])
  }
  return groups.map((group) => ({
    line: encodeDelivery(group, questions),
    lastN: group.at(-1)?.n ?? 0,
  }))
}

function withoutLastEmpty(row: unknown[]) {
  while (row.at(-1) === null) row.pop()
  return row
}

type EncodedEntry = [
  ...[n: number, writer: number, tick: number, kind: number],
  ...[question: number | string | null, option: number | null, ago: number, spentMs: number],
  ...[locale: number | null, seen: number | null, standing: number | null],
  more: [string, string | null, number | null] | null,
]
type EncodedDelivery = [number, string | null, number, string[], EncodedEntry[]]

/** Decodes lines of `encodeEntries`. */
export function decodeEntries(lines: string | null, questions: readonly string[]): StoredEntry[] {
  if (lines === null || lines === '') return []
  return lines.split('\n').flatMap((line) => {
    const [receivedAt, device, way, writers, rows] = JSON.parse(line) as EncodedDelivery
    return rows.map((row): StoredEntry => {
      const [n, writerIndex, tick, kind, question, option, ago, spentMs, locale, seen] = row
      const [id, raw, claimedAt] = row[11] ?? [null, null, null]
      const writer = writers[writerIndex] ?? ''
      return {
        ...{ id: id ?? eventId({ writer, tick }), n, writer, tick },
        ...{ at: receivedAt - ago, kind: kinds[kind] ?? 'unreadable' },
        question: typeof question === 'number' ? (questions[question] ?? null) : (question ?? null),
        ...{ option: option ?? null, spentMs, device, seen: seen ?? null },
        locale: locales[locale ?? -1] ?? null,
        ...{ via: ways[way] ?? null, receivedAt, claimedAt, raw },
        standing: standings[row[10] ?? 0] ?? 'impossible',
      }
    })
  })
}

/** The values of an entry as numbers where that is shorter; `writer` and `device`: indexes. */
export type EncodedValues = {
  n: number
  tick: number
  at: number
  writer: number
  device: number
  kind: number
  question: number | string | null
  option: number | null
  ago: number
  locale: number | null
  seen: number | null
  via: number
  standing: number
}

/** Without the time spent, and without what few entries have. */
export function indexesOf(
  entry: StoredEntry,
  questions: readonly string[],
  writers: readonly string[],
  devices: readonly (string | null)[],
): EncodedValues {
  const { n, tick, at, option, seen, receivedAt } = entry
  const question = questions.indexOf(entry.question ?? '')
  return {
    ...{ n, tick, at, option, seen, ago: receivedAt - at },
    writer: writers.indexOf(entry.writer),
    device: devices.indexOf(entry.device),
    kind: kinds.indexOf(entry.kind),
    question: question < 0 ? entry.question : question,
    locale: entry.locale === null ? null : locales.indexOf(entry.locale),
    via: ways.indexOf(entry.via),
    standing: standings.indexOf(entry.standing),
  }
}

/** The opposite of `indexesOf`. */
export function valuesOf(
  values: EncodedValues,
  questions: readonly string[],
  writers: readonly string[],
  devices: readonly (string | null)[],
): StoredEntry {
  const { n, tick, at, option, seen, question } = values
  const writer = writers[values.writer] ?? ''
  return {
    ...{ id: eventId({ writer, tick }), n, writer, tick, at, option, seen, spentMs: 0 },
    ...{ raw: null, claimedAt: null, receivedAt: at + values.ago },
    device: devices[values.device] ?? null,
    kind: kinds[values.kind] ?? 'unreadable',
    question: typeof question === 'number' ? (questions[question] ?? null) : question,
    locale: locales[values.locale ?? -1] ?? null,
    via: ways[values.via] ?? null,
    standing: standings[values.standing] ?? 'impossible',
  }
}
