// Reads tables of an SQLite database file, as far as decks of Anki need it: tables with a rowid, in
// UTF-8, without a write-ahead log. Source: https://www.sqlite.org/fileformat2.html

export type SqliteValue = null | number | string | Uint8Array

/** The file is no SQLite database, or breaks its format. */
export class DamagedDatabase extends Error {}

const magic = 'SQLite format 3\0'
const [interiorPage, leafPage] = [5, 13]
const decoder = new TextDecoder()

/** A row by the names of its columns. An INTEGER PRIMARY KEY has the row's number. */
export type SqliteRow = Record<string, SqliteValue>

/** The rows of a table in the order of their numbers; null: there is no such table. Reads each row
 *  when it is asked for. Throws: DamagedDatabase, also while reading rows. */
export function readSqliteTable(file: Uint8Array, name: string): Iterable<SqliteRow> | null {
  const pages = pagesOf(file)
  for (const { values } of recordsOf(pages, 1)) {
    const [type, itsName, , rootPage, sql] = values
    if (type !== 'table' || itsName !== name) continue
    if (typeof rootPage !== 'number' || typeof sql !== 'string') throw new DamagedDatabase(name)
    return rowsOf(pages, rootPage, columnsOf(sql))
  }
  return null
}

type Column = { name: string; isRowNumber: boolean }

function* rowsOf(pages: Pages, rootPage: number, columns: readonly Column[]) {
  for (const { rowNumber, values } of recordsOf(pages, rootPage))
    yield Object.fromEntries(
      columns.map(({ name, isRowNumber }, index): [string, SqliteValue] => [
        name,
        isRowNumber ? rowNumber : (values[index] ?? null),
      ]),
    )
}

/** 'CREATE TABLE notes (id integer primary key, guid text not null)' -> id, guid. Collections of
 *  older versions of Anki have comments in it. */
function columnsOf(sql: string): Column[] {
  const code = sql.replace(/\/\*[^]*?\*\/|--[^\n]*/g, ' ')
  const inside = code.slice(code.indexOf('(') + 1, code.lastIndexOf(')'))
  return inside.split(/,(?![^(]*\))/).flatMap((definition) => {
    const name = /^\s*["'`[]?(\w+)/.exec(definition)?.[1]
    if (name === undefined || /^(primary|unique|check|foreign|constraint)$/i.test(name)) return []
    return { name, isRowNumber: /\binteger\s+primary\s+key\b/i.test(definition) }
  })
}

/** `usable`: bytes of a page that the format uses. */
type Pages = { view: DataView; bytes: Uint8Array; pageSize: number; usable: number }

function pagesOf(file: Uint8Array): Pages {
  const header = file.subarray(0, 100)
  if (header.length < 100 || decoder.decode(header.subarray(0, 16)) !== magic)
    throw new DamagedDatabase('no SQLite database')
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const stored = view.getUint16(16)
  const pageSize = stored === 1 ? 65_536 : stored
  const usable = pageSize - view.getUint8(20)
  const isUtf8 = view.getUint32(56) <= 1
  if (pageSize < 512 || usable < 480 || !isUtf8) throw new DamagedDatabase('unknown format')
  return { view, bytes: file, pageSize, usable }
}

type StoredRow = { rowNumber: number; values: SqliteValue[] }

/** The records of a table's b-tree. A page that occurs twice is damage: a loop would never end. So
 *  are rows that are together larger than the file: they would be the same bytes many times. */
function* recordsOf(pages: Pages, rootPage: number): Generator<StoredRow> {
  const seen = new Set<number>()
  const left = [rootPage]
  let bytesLeft = pages.bytes.length
  for (let page = left.pop(); page !== undefined; page = left.pop()) {
    if (seen.has(page)) throw new DamagedDatabase(`page ${page} twice`)
    seen.add(page)
    const { start, header } = pageAt(pages, page)
    const { view } = pages
    const type = view.getUint8(header)
    const cellCount = view.getUint16(header + 3)
    const cellAt = (index: number) =>
      start + view.getUint16(header + (type === leafPage ? 8 : 12) + 2 * index)
    if (type === leafPage)
      for (let index = 0; index < cellCount; index++) {
        const { size, ...cell } = cellOf(pages, cellAt(index))
        bytesLeft -= size + 4
        if (bytesLeft < 0) throw new DamagedDatabase('rows larger than the file')
        yield { rowNumber: cell.rowNumber, values: valuesOf(payloadAt(pages, cell.begin, size)) }
      }
    else if (type === interiorPage) {
      left.push(view.getUint32(header + 8))
      for (let index = cellCount - 1; index >= 0; index--) left.push(view.getUint32(cellAt(index)))
    } else throw new DamagedDatabase(`page ${page} of type ${type}`)
  }
}

/** The first page begins with the header of the file. */
function pageAt({ bytes, pageSize }: Pages, page: number) {
  const start = (page - 1) * pageSize
  if (page < 1 || start + pageSize > bytes.length) throw new DamagedDatabase(`no page ${page}`)
  return { start, header: page === 1 ? 100 : start }
}

/** size: of the whole payload. begin: where it begins. */
function cellOf({ view }: Pages, at: number) {
  const [size, afterSize] = varintAt(view, at)
  const [rowNumber, begin] = varintAt(view, afterSize)
  return { size, rowNumber, begin }
}

/** A payload that does not fit into its page continues in a chain of others. */
function payloadAt(pages: Pages, begin: number, size: number): Uint8Array {
  const { bytes, view, usable } = pages
  const here = localBytes(size, usable)
  if (begin + here > bytes.length) throw new DamagedDatabase('a row ends outside the file')
  if (here === size) return bytes.subarray(begin, begin + size)
  const payload = new Uint8Array(size)
  payload.set(bytes.subarray(begin, begin + here))
  let next = view.getUint32(begin + here)
  for (let filled = here; filled < size;) {
    const { start } = pageAt(pages, next)
    const part = bytes.subarray(start + 4, start + 4 + Math.min(usable - 4, size - filled))
    payload.set(part, filled)
    filled += part.length
    next = view.getUint32(start)
  }
  return payload
}

/** How many bytes of a payload stand in the page of its cell. */
export function localBytes(size: number, usable: number): number {
  const max = usable - 35
  if (size <= max) return size
  const min = Math.floor(((usable - 12) * 32) / 255) - 23
  const fitting = min + ((size - min) % (usable - 4))
  return fitting <= max ? fitting : min
}

/** The format of a record: the types of its values, then the values. */
function valuesOf(payload: Uint8Array): SqliteValue[] {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const [headerSize, first] = varintAt(view, 0)
  const values: SqliteValue[] = []
  for (let at = first, body = headerSize; at < headerSize;) {
    const [type, next] = varintAt(view, at)
    at = next
    const size = type >= 12 ? Math.floor((type - 12) / 2) : (fixedSizes[type] ?? 0)
    if (body + size > payload.length) throw new DamagedDatabase('a value ends outside its row')
    values.push(valueAt(view, payload.subarray(body, body + size), body, type))
    body += size
  }
  return values
}

/** By type: null, integers of 1, 2, 3, 4, 6 and 8 bytes, a float, and the constants 0 and 1. */
const fixedSizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

function valueAt(view: DataView, bytes: Uint8Array, at: number, type: number): SqliteValue {
  if (type >= 12) return type % 2 === 1 ? decoder.decode(bytes) : bytes
  if (type === 0) return null
  if (type === 7) return view.getFloat64(at)
  if (type === 8 || type === 9) return type - 8
  return bytes.reduce(
    (value, byte, index) => value * 256 + (index === 0 ? (byte << 24) >> 24 : byte),
    0,
  )
}

/** An integer of 1 to 9 bytes, the highest first, and where the next value begins. */
function varintAt(view: DataView, at: number): [value: number, next: number] {
  let value = 0
  for (let index = 0; index < 8; index++) {
    const byte = view.getUint8(at + index)
    value = value * 128 + (byte & 127)
    if (byte < 128) return [value, at + index + 1]
  }
  return [value * 256 + view.getUint8(at + 8), at + 9]
}
