import { basename, extname } from 'node:path'
import { isLocale, type Locale } from '../draft.ts'
import { readAqua } from './aqua.ts'
import { readCsv } from './csv.ts'
import { readTextFile } from './encoding.ts'
import { readGift } from './gift.ts'
import { UnreadableFile, type ImportItem } from './item.ts'
import { readMoodleXml } from './moodle-xml.ts'
import { readNumberProblems } from './number-problems.ts'
import { slugOf } from './question-id.ts'
import { readTable } from './table.ts'
import { readXlsx } from './xlsx.ts'

/** One import: usually one file; the same problems in several languages are one. */
export type Source = { name: string; paths: string[] }

/** `problems_te.tsv` and `problems_en.tsv` belong together; every other file stands alone. */
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

/** Reads a source by its file's ending.
 *  Errors: UnreadableFile for an ending that is not known, a wrong encoding and a file that breaks off. */
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
  '.xlsx': ([path = ''], language) => readTable(readXlsx(path), language),
  '.gift': ([path = ''], language) => readGift(readTextFile(path), language),
  '.xml': ([path = ''], language) => readMoodleXml(readTextFile(path), language),
  '.jsonl': ([path = '']) => readAqua(readTextFile(path)),
}

/** A table, unless its name says a language: then it is problems with numbers, perhaps in several files. */
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
