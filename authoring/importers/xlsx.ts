import { strFromU8, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { UnreadableDocument, unzipped } from '../unicode/unzip.ts'
import { UnreadableFile } from './item.ts'
import type { Row } from './table.ts'

/** Reads the rows of a workbook's first sheet. A row's line is its number in the sheet.
 *  Errors: UnreadableFile where the file is not a workbook, UnreadableDocument where it unpacks to
 *  more than 30 MB. */
export async function* readXlsx(bytes: Uint8Array): AsyncGenerator<Row> {
  const rows = await sheetOf(bytes)
  for (const [index, cells] of rows.entries())
    yield { line: index + 1, cells: cells.map((cell) => (cell === null ? '' : String(cell))) }
}

async function sheetOf(bytes: Uint8Array) {
  try {
    // Packed anew without compression: the library has no limit, and unpacks large parts by
    // threads, which Workers do not have.
    const parts = unzipped(bytes, (name) => /\.(xml|rels)$/.test(name))
    checkCells(parts)
    return await readSheet(zipSync(parts, { level: 0 }).buffer)
  } catch (error) {
    if (error instanceof UnreadableDocument && error.kind === 'too-large') throw error
    throw new UnreadableFile(1, `the workbook cannot be read: ${String(error)}`)
  }
}

const maxCells = 2_000_000

/** The library fills every gap between cells: two cells can make a table of billions. */
function checkCells(parts: Record<string, Uint8Array>) {
  for (const [name, part] of Object.entries(parts)) {
    if (!name.includes('worksheets/')) continue
    let [rows, columns] = [1, 1]
    for (const [, letters = 'A', number] of strFromU8(part).matchAll(
      /\br\s*=\s*["']\s*([A-Z]{0,4})(\d{1,9})/gi,
    )) {
      rows = Math.max(rows, Number(number))
      columns = Math.max(columns, columnOf(letters))
    }
    if (rows * columns > maxCells)
      throw new UnreadableDocument('too-large', `it has more than ${maxCells} cells`)
  }
}

/** 'A' -> 1, 'AB' -> 28. */
const columnOf = (letters: string) =>
  Array.from(letters.toUpperCase(), (letter) => letter.charCodeAt(0) - 64).reduce(
    (sum, number) => sum * 26 + number,
    0,
  )
