import { localBytes } from './sqlite-reader.ts'

// Writes an SQLite database file: tables with a rowid, without indexes. Source:
// https://www.sqlite.org/fileformat2.html

export type NewTable = {
  name: string
  /** CREATE TABLE; the first column is an INTEGER PRIMARY KEY if there are rows. */
  sql: string
  /** In ascending order of the first value, a positive integer. */
  rows: readonly (readonly (number | string)[])[]
}

const pageSize = 4096
const [interiorPage, leafPage] = [5, 13]
/** Of an interior page, so that its cells always fit. */
const maxChildren = 250
const encoder = new TextEncoder()

/** The bytes of a new database with these tables. */
export function writeSqlite(tables: readonly NewTable[]): Uint8Array<ArrayBuffer> {
  const pages: Page[] = [newPage()]
  const cells = tables.map(({ name, sql, rows }, index) =>
    cellOf(pages, index + 1, ['table', name, name, writeTable(pages, rows), sql]),
  )
  fillPage(pages[0]!, leafPage, cells, 100)
  writeHeader(pages[0]!, pages.length)
  const file = new Uint8Array(pages.length * pageSize)
  for (const [index, page] of pages.entries()) file.set(page, index * pageSize)
  return file
}

type Page = Uint8Array<ArrayBuffer>
const newPage = (): Page => new Uint8Array(pageSize)
const viewOf = (page: Page) => new DataView(page.buffer)

/** Appends a page and returns its number, from 1. */
function addPage(pages: Page[], page: Page): number {
  pages.push(page)
  return pages.length
}

/** Appends a table's b-tree and returns the page of its root. */
function writeTable(pages: Page[], rows: NewTable['rows']): number {
  let level: Child[] = []
  let cells: Uint8Array[] = []
  let [used, last] = [0, 0]
  const flush = () => {
    const page = newPage()
    fillPage(page, leafPage, cells, 0)
    level.push({ page: addPage(pages, page), last })
    ;[cells, used] = [[], 0]
  }
  for (const row of rows) {
    const [rowNumber, ...rest] = row
    // The first column is the row's number, and null in the record.
    const cell = cellOf(pages, Number(rowNumber), [null, ...rest])
    if (used + cell.length + 2 > pageSize - 8) flush()
    cells.push(cell)
    used += cell.length + 2
    last = Number(rowNumber)
  }
  flush()
  while (level.length > 1) level = writeInterior(pages, level)
  return level[0]!.page
}

/** A page of a b-tree, and the greatest row number below it. */
type Child = { page: number; last: number }

/** The level above: groups of the same size, so that none has a single child. */
function writeInterior(pages: Page[], children: readonly Child[]): Child[] {
  const groups = Math.ceil(children.length / maxChildren)
  return Array.from({ length: groups }, (_, index) => {
    const from = Math.floor((index * children.length) / groups)
    const group = children.slice(from, Math.floor(((index + 1) * children.length) / groups))
    const rightMost = group.at(-1)!
    const page = newPage()
    const cells = group
      .slice(0, -1)
      .map((child) => joined([uint32(child.page), varint(child.last)]))
    fillPage(page, interiorPage, cells, 0)
    viewOf(page).setUint32(8, rightMost.page)
    return { page: addPage(pages, page), last: rightMost.last }
  })
}

/** Writes a page's header, the places of its cells, and the cells from its end. */
function fillPage(page: Page, type: number, cells: readonly Uint8Array[], header: number) {
  const view = viewOf(page)
  let end = pageSize
  const places = header + (type === leafPage ? 8 : 12)
  for (const [index, cell] of cells.entries()) {
    end -= cell.length
    page.set(cell, end)
    view.setUint16(places + 2 * index, end)
  }
  if (places + 2 * cells.length > end) throw new RangeError('the cells do not fit into a page')
  view.setUint8(header, type)
  view.setUint16(header + 3, cells.length)
  view.setUint16(header + 5, end)
}

/** The cell of a row: what does not fit into a page goes into a chain of others. */
function cellOf(pages: Page[], rowNumber: number, values: readonly Value[]): Uint8Array {
  const payload = recordOf(values)
  const here = localBytes(payload.length, pageSize)
  const start = joined([varint(payload.length), varint(rowNumber), payload.slice(0, here)])
  if (here === payload.length) return start
  const first = pages.length + 1
  for (let at = here; at < payload.length; at += pageSize - 4) {
    const page = newPage()
    const isLast = at + pageSize - 4 >= payload.length
    page.set(payload.subarray(at, at + pageSize - 4), 4)
    const number = addPage(pages, page)
    viewOf(page).setUint32(0, isLast ? 0 : number + 1)
  }
  return joined([start, uint32(first)])
}

/** The types of the values, then the values. */
function recordOf(values: readonly Value[]): Uint8Array {
  const stored = values.map(storedValue)
  const types = joined(stored.map(({ type }) => varint(type)))
  // The size counts itself; one byte more where it needs two.
  const size = types.length + 1
  const header = varint(size < 128 ? size : size + 1)
  return joined([header, types, ...stored.map(({ bytes }) => bytes)])
}

type Value = null | number | string
type StoredValue = { type: number; bytes: Uint8Array }
const none = new Uint8Array()

function storedValue(value: Value): StoredValue {
  if (value === null) return { type: 0, bytes: none }
  if (typeof value === 'string') {
    const bytes = encoder.encode(value)
    return { type: 13 + 2 * bytes.length, bytes }
  }
  if (value === 0 || value === 1) return { type: 8 + value, bytes: none }
  const bytes = new Uint8Array(8)
  const view = new DataView(bytes.buffer)
  if (!Number.isInteger(value)) {
    view.setFloat64(0, value)
    return { type: 7, bytes }
  }
  view.setBigInt64(0, BigInt(value))
  const [type, size] = integerSizes.find(([, size]) => fits(value, size)) ?? [6, 8]
  return { type, bytes: bytes.slice(8 - size) }
}

/** The types of integers, by the bytes that they take. */
const integerSizes: readonly (readonly [type: number, size: number])[] = [
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 4],
  [5, 6],
]
const fits = (value: number, size: number) =>
  value >= -(2 ** (8 * size - 1)) && value < 2 ** (8 * size - 1)

function varint(value: number): Uint8Array {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(128 + (rest % 128))
  return Uint8Array.from(bytes)
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** The first 100 bytes of the file. */
function writeHeader(page: Page, pageCount: number) {
  page.set(encoder.encode('SQLite format 3\0'))
  const view = viewOf(page)
  view.setUint16(16, pageSize)
  // No write-ahead log; the constants of the format.
  page.set([1, 1, 0, 64, 32, 32], 18)
  const changeCounter = 1
  for (const [at, value] of [
    [24, changeCounter],
    [28, pageCount],
    // Of the schema, and the number of its format.
    [40, 1],
    [44, 4],
    // UTF-8.
    [56, 1],
    [92, changeCounter],
    // The version of SQLite whose format this is.
    [96, 3_045_000],
  ] as const)
    view.setUint32(at, value)
}
