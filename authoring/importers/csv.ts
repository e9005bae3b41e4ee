import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { UnreadableFile } from './item.ts'
import type { Row } from './table.ts'

/** Reads the rows of a file separated by commas, semicolons or tabs, whichever its first line uses.
 *  Errors: UnreadableFile where a quotation mark is not closed. */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<Row> {
  const { head, all } = await readFirstLine(pieces)
  const parser = Readable.from(all).pipe(
    parse({ delimiter: delimiterOf(head), bom: true, info: true, relax_column_count: true }),
  )
  let line = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      yield { line, cells: record }
      line = info.lines + 1
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(line, `the table is broken here: ${error.message}`)
  }
}

async function readFirstLine(pieces: AsyncIterable<string>) {
  const reader = pieces[Symbol.asyncIterator]()
  const first = await reader.next()
  const head = first.done ? '' : first.value
  async function* all() {
    yield head
    for (let next = await reader.next(); !next.done; next = await reader.next()) yield next.value
  }
  return { head: head.split('\n')[0] ?? '', all: all() }
}

function delimiterOf(head: string): string {
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: head.split(mark).length }))
  return counts.reduce((max, one) => (one.count > max.count ? one : max)).mark
}
