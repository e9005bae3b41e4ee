import * as v from 'valibot'
import { failed, ok, type Result } from '../../result.ts'
import { htmlText, maxSideLength, type CardSides } from '../card-table.ts'
import { DamagedDatabase, readSqliteTable, type SqliteRow } from './sqlite-reader.ts'

/** Why a note became no card: it has no text on both sides, is too long, or hides words in its
 *  text, which is another kind of card. */
export const skipReasons = ['no-two-sides', 'too-long', 'cloze'] as const
export type SkipReason = (typeof skipReasons)[number]

/** skipped: by what the note begins with, or its number where it has no text. hasMedia: whether
 *  pictures or sounds were left out. */
export type AnkiNotes = {
  cards: CardSides[]
  skipped: { name: string; reason: SkipReason }[]
  hasMedia: boolean
}

export const maxNotes = 20_000
/** Of the HTML of a note. A longer one would be too long as text, too. */
const maxFieldsLength = 40_000
const separator = '\u001f'

/** The notes of a collection of Anki (`collection.anki2` or `collection.anki21`, schema 11): of
 *  each its first field is the front, the others are the back. Errors: damaged, as all that is no
 *  such database; too-many above 20,000 notes. */
export function readAnkiNotes(file: Uint8Array): Result<AnkiNotes, 'damaged' | 'too-many'> {
  const found: AnkiNotes = { cards: [], skipped: [], hasMedia: false }
  try {
    const collection = readSqliteTable(file, 'col')
    const notes = readSqliteTable(file, 'notes')
    if (!collection || !notes) return failed('damaged')
    const clozeTypes = clozeTypesOf(collection)
    let number = 0
    for (const row of notes) {
      number++
      if (number > maxNotes) return failed('too-many')
      const fields = String(row.flds ?? '')
      if (/<img\b|\[sound:/i.test(fields)) found.hasMedia = true
      const note = cardOf(fields, clozeTypes.has(String(row.mid)))
      if ('reason' in note)
        found.skipped.push({ reason: note.reason, name: note.name || `#${number}` })
      else found.cards.push(note)
    }
    return ok(found)
  } catch (error) {
    // A place outside the file is a RangeError of the DataView.
    if (error instanceof DamagedDatabase || error instanceof RangeError) return failed('damaged')
    throw error
  }
}

const maxNameLength = 40

function cardOf(
  fields: string,
  isCloze: boolean,
): CardSides | { name: string; reason: SkipReason } {
  const [front = '', ...others] = fields
    .slice(0, maxFieldsLength)
    .replace(/<[^<>]*$/, '')
    .split(separator)
    .map((field) => htmlText(field).trim())
  const back = others.filter((side) => side !== '').join('\n\n')
  const name = Array.from(front || back)
    .slice(0, maxNameLength)
    .join('')
    .replaceAll('\n', ' ')
  if (isCloze) return { name, reason: 'cloze' }
  if (fields.length > maxFieldsLength) return { name, reason: 'too-long' }
  if (front === '' || back === '') return { name, reason: 'no-two-sides' }
  if (front.length > maxSideLength || back.length > maxSideLength)
    return { name, reason: 'too-long' }
  return { front, back }
}

const models = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.object({ type: v.optional(v.number()) })),
)
const clozeType = 1

/** The ids of the note types that hide words. None where the types cannot be read. */
function clozeTypesOf(collection: Iterable<SqliteRow>): ReadonlySet<string> {
  for (const row of collection) {
    const parsed = v.safeParse(models, row.models)
    const all = parsed.success ? Object.entries(parsed.output) : []
    return new Set(all.filter(([, { type }]) => type === clozeType).map(([id]) => id))
  }
  return new Set()
}
