import { createHash } from 'node:crypto'
import type { Locale } from '../../domain/locale.ts'
import type { Texts } from '../draft.ts'
import { splitLines } from './encoding.ts'
import { UnreadableFile, type ImportItem } from './item.ts'

/** The files of one set of problems: the same problems line by line, one file for each language. */
export type ParallelFiles = { locale: Locale; pieces: AsyncIterable<string> }[]

/** Reads lines of "problem, tab, number" (the format of google-research/mgsm) in several languages
 *  at once. The format has no options: three other numbers near the right one are computed, the
 *  same on every machine. */
export async function* readNumberProblems(files: ParallelFiles): AsyncGenerator<ImportItem> {
  const readers = files.map(({ locale, pieces }) => ({ locale, lines: splitLines(pieces) }))
  for (let line = 1; ; line++) {
    const rows = await Promise.all(
      readers.map(async ({ locale, lines }) => ({ locale, next: await lines.next() })),
    )
    if (rows.every(({ next }) => next.done)) return
    const short = rows.find(({ next }) => next.done)
    if (short)
      throw new UnreadableFile(line, `the file in ${short.locale} has fewer lines than the others`)
    yield problem(
      line,
      rows.map(({ locale, next }) => ({ locale, text: next.done ? '' : next.value.text })),
    )
  }
}

function problem(line: number, rows: { locale: Locale; text: string }[]): ImportItem {
  const stem: Texts = {}
  const numbers = new Set<string>()
  for (const { locale, text } of rows) {
    const [words = '', number = '', ...more] = text.split('\t')
    if (words.trim() === '' || !/^-?\d[\d,]*$/.test(number.trim()) || more.length > 0)
      return { line, rejected: `not "problem, tab, whole number" in ${locale}` }
    stem[locale] = words.trim()
    numbers.add(number.trim().replaceAll(',', ''))
  }
  if (numbers.size > 1)
    return { line, rejected: `the languages have different answers: ${[...numbers].join(', ')}` }
  const right = Number([...numbers][0])
  const languages = rows.map(({ locale }) => locale)
  const options = withWrongOptions(right, stem[languages[0]!]!)
  return {
    line,
    question: {
      id: null,
      languages,
      stem,
      options: options.map((option) =>
        Object.fromEntries(languages.map((locale) => [locale, option.toLocaleString('en-IN')])),
      ),
      correct: options.indexOf(right),
      explanation: {},
      topics: [],
      terms: [],
      notes: ['three options were computed around the answer'],
    },
  }
}

/** Four different whole numbers with the right one among them. Choice and order depend only on the
 *  wording. */
function withWrongOptions(right: number, wording: string): number[] {
  const hash = createHash('sha256').update(wording).digest()
  const step = Math.max(1, Math.round(Math.abs(right) / 10))
  const near = [right + step, right - step, right * 2, Math.round(right / 2), right + 1, right - 1]
  near.push(right + 2 * step, right + 10, right + 3, right + 4)
  const others = [...new Set(near)].filter(
    (number) => number !== right && (right < 0 || number >= 0),
  )
  const shift = (hash[0] ?? 0) % 3
  const chosen = others.slice(shift, shift + 3)
  chosen.splice((hash[1] ?? 0) % 4, 0, right)
  return chosen
}
