import { readFile } from 'node:fs/promises'
import { readSheet } from 'read-excel-file/node'
import { UnreadableFile } from './item.ts'
import type { Row } from './table.ts'

/** Reads the rows of a workbook's first sheet. A row's line is its number in the sheet.
 *  Errors: UnreadableFile where the file is not a workbook. */
export async function* readXlsx(path: string): AsyncGenerator<Row> {
  const rows = await sheetOf(path)
  for (const [index, cells] of rows.entries())
    yield { line: index + 1, cells: cells.map((cell) => (cell === null ? '' : String(cell))) }
}

async function sheetOf(path: string) {
  try {
    return await readSheet(await readFile(path))
  } catch (error) {
    throw new UnreadableFile(1, `the workbook cannot be read: ${String(error)}`)
  }
}
