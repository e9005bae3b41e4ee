import { eventId } from '../../domain/attempt/journal.ts'
import { indexesOf, valuesOf, type EncodedValues, type StoredEntry } from './stored-entries.ts'

// Entries by columns: alike values beside each other are what deflate makes small.

/** Values that mostly grow are stored by their distance from the one before. */
const growing = ['n', 'tick', 'question', 'at'] as const

/** Columns of equal length, none without entries, and what few entries have, by place. */
export type EntryColumns = {
  columns: Partial<Record<keyof EncodedValues, unknown[]>>
  writers: string[]
  devices: (string | null)[]
  others: [place: number, id: string, raw: string | null, claimedAt: number | null][]
}

/** Encodes entries without the time spent, which the attempt's marks have. `questions`: the
 *  paper's. */
export function columnsOf(
  entries: readonly StoredEntry[],
  questions: readonly string[],
): EntryColumns {
  const writers = [...new Set(entries.map(({ writer }) => writer))]
  const devices = [...new Set(entries.map(({ device }) => device))]
  const rows = entries.map((entry) => indexesOf(entry, questions, writers, devices))
  const names = Object.keys(rows[0] ?? {}) as (keyof EncodedValues)[]
  const columns = Object.fromEntries(
    names.map((name) => [
      name,
      distances(
        name,
        rows.map((row) => row[name]),
      ),
    ]),
  ) as EntryColumns['columns']
  const others = entries.flatMap((entry, place): EntryColumns['others'] => {
    const { id, raw, claimedAt } = entry
    return id === eventId(entry) && raw === null && claimedAt === null
      ? []
      : [[place, id, raw, claimedAt]]
  })
  return { columns, writers, devices, others }
}

/** Decodes what `columnsOf` returns. */
export function entriesIn(
  { columns, writers, devices, others }: EntryColumns,
  questions: readonly string[],
): StoredEntry[] {
  const names = Object.keys(columns) as (keyof EncodedValues)[]
  const values = names.map((name) => [name, sums(name, columns[name] ?? [])] as const)
  const more = new Map(others.map(([place, ...other]) => [place, other]))
  return (columns.n ?? []).map((_, place) => {
    const row = Object.fromEntries(values.map(([name, column]) => [name, column[place]]))
    const entry = valuesOf(row as EncodedValues, questions, writers, devices)
    const [id, raw, claimedAt] = more.get(place) ?? [entry.id, null, null]
    return { ...entry, id, raw, claimedAt }
  })
}

const isGrowing = (name: string) => growing.some((known) => known === name)

/** Of a column of numbers; a text or null stays, and is no distance's start. */
function distances(name: string, values: readonly unknown[]): unknown[] {
  let before = 0
  return values.map((value) => {
    if (!isGrowing(name) || typeof value !== 'number') return value
    const distance = value - before
    before = value
    return distance
  })
}

function sums(name: string, values: readonly unknown[]): unknown[] {
  let sum = 0
  return values.map((value) =>
    isGrowing(name) && typeof value === 'number' ? (sum += value) : value,
  )
}
