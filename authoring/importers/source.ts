import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { isLocale, type Locale } from '../../domain/locale.ts'
import { readAqua } from './aqua.ts'
import { readCsv } from './csv.ts'
import { readGift } from './gift.ts'
import { UnreadableFile, type ImportItem } from './item.ts'
import { readMoodleXml } from './moodle-xml.ts'
import { readNumberProblems } from './number-problems.ts'
import { slugOf } from './question-id.ts'
import { readTable } from './table.ts'
import { readTextFile } from './text-file.ts'
import { readXlsx } from './xlsx.ts'

/** What one import reads: one file, or several with the same problems in several languages. */
export type Source = { name: string; paths: string[] }

/** Groups files: `problems_te.tsv` and `problems_en.tsv` are one source, every other file is
 *  one. */
export function groupSources(paths: readonly string[]): Source[] {
  const sources = new Map<string, Source>()
  for (const path of paths) {
    const name = localeInName(path) ? basename(path).replace(/_[a-z]{2}(?=\.tsv$)/, '') : path
    const source = sources.get(name) ?? { name: bankName(name), paths: [] }
    sources.set(name, source)
    source.paths.push(path)
  }
  return [...sources.values()]
}

/** Reads a source by its file name extension.
 *  Errors: UnreadableFile for an unknown extension, a wrong encoding and an incomplete file. */
export function readItems({ paths }: Source, language: Locale): AsyncIterable<ImportItem> {
  const [path = ''] = paths
  const read = readers[extname(path).toLowerCase()]
  if (!read)
    throw new UnreadableFile(
      1,
      `the file ends in none of .txt ${Object.keys(readers).join(' ')}, which say what is in it`,
    )
  return read(paths, language)
}

type Read = (paths: readonly string[], language: Locale) => AsyncIterable<ImportItem>

const readers: Record<string, Read> = {
  '.csv': ([path = ''], language) => readTable(readCsv(readTextFile(path)), language),
  '.tsv': readTabs,
  '.xlsx': ([path = ''], language) => readTable(rowsOfWorkbook(path), language),
  '.gift': ([path = ''], language) => readGift(readTextFile(path), language),
  '.xml': ([path = ''], language) => readMoodleXml(readTextFile(path), language),
  '.jsonl': ([path = '']) => readAqua(readTextFile(path)),
}

async function* rowsOfWorkbook(path: string) {
  yield* readXlsx(await readFile(path))
}

/** Reads a table, or, where the file name contains a language, problems with numeric answers. */
function readTabs(paths: readonly string[], language: Locale): AsyncIterable<ImportItem> {
  const files = paths.flatMap((path) => {
    const locale = localeInName(path)
    return locale ? [{ locale, pieces: readTextFile(path) }] : []
  })
  return files.length > 0
    ? readNumberProblems(files)
    : readTable(readCsv(readTextFile(paths[0] ?? '')), language)
}

function localeInName(path: string): Locale | null {
  const [, code = ''] = /_([a-z]{2})\.tsv$/.exec(path) ?? []
  return isLocale(code) ? code : null
}

const bankName = (path: string) => slugOf(basename(path).replace(/\.[^.]+$/, ''))
