import type { Locale } from '../../domain/locale.ts'
import type { Texts } from '../draft.ts'
import type { ImportItem } from './item.ts'
import { localeFromName } from './rich-text.ts'

export type Row = { line: number; cells: string[] }

type Column =
  | { holds: 'id' | 'topics' | 'terms' | 'answer' }
  | { holds: 'question' | 'why'; locale: Locale | null }
  | { holds: 'option'; index: number; locale: Locale | null }
  | { holds: 'nothing' }

/** Reads a table with a header row: the columns of content/README.md in any order, from CSV or a
 *  workbook. */
export async function* readTable(
  rows: AsyncIterable<Row>,
  language: Locale,
): AsyncGenerator<ImportItem> {
  let columns: Column[] | null = null
  for await (const { line, cells } of rows) {
    if (cells.every((cell) => cell.trim() === '')) continue
    if (columns) {
      yield questionOf(line, cells, columns, language)
      continue
    }
    columns = cells.map(columnNamed)
    const missing = (['question', 'option', 'answer'] as const).filter(
      (holds) => !columns?.some((column) => column.holds === holds),
    )
    if (missing.length > 0) {
      yield { line, rejected: `the head names no column for: ${missing.join(', ')}` }
      return
    }
    const unknown = cells.filter((_, index) => columns?.[index]?.holds === 'nothing')
    if (unknown.some((name) => name.trim() !== ''))
      yield {
        ...{ line, setAside: `columns that are not read: ${unknown.join(', ')}` },
        why: 'columns',
      }
  }
}

/** The names of columns, and the letters of options, in Kannada and Telugu. */
const nativeWords: Readonly<Record<string, string>> = {
  ...{ ಪ್ರಶ್ನೆ: 'question', ಆಯ್ಕೆ: 'option', ಉತ್ತರ: 'answer', ಸರಿಯುತ್ತರ: 'answer', ಕೀ: 'key' },
  ...{ ವಿವರಣೆ: 'why', ವಿಷಯ: 'topic', ವಿಷಯಗಳು: 'topics' },
  ...{ ಎ: 'a', ಬಿ: 'b', ಸಿ: 'c', ಡಿ: 'd', ಇ: 'e' },
  ...{ ప్రశ్న: 'question', ఆప్షన్: 'option', జవాబు: 'answer', సమాధానం: 'answer', కీ: 'key' },
  ...{ వివరణ: 'why', విషయం: 'topic', విషయాలు: 'topics' },
  ...{ ఎ: 'a', బి: 'b', సి: 'c', డి: 'd', ఇ: 'e' },
}
const inEnglish = (word: string) => nativeWords[word.normalize('NFC')] ?? word

/** 'Question (Kannada)', 'kn', 'Option 1', 'b en', 'Correct answer', 'Why en', 'ಪ್ರಶ್ನೆ', 'ಬಿ'. */
function columnNamed(head: string): Column {
  const words = head
    .toLowerCase()
    .replace(/[()[\]_:.-]+/g, ' ')
    .trim()
    .split(/\s+/)
    .map(inEnglish)
  const locale = words.map(localeFromName).find((found) => found !== null) ?? null
  const rest = words.filter((word) => localeFromName(word) === null).join(' ')
  if (rest === 'id') return { holds: 'id' }
  if (/^(topics?|tags?)$/.test(rest)) return { holds: 'topics' }
  if (rest === 'terms') return { holds: 'terms' }
  if (/^((correct|right) )?(answer|option|key)$|^correct$/.test(rest)) return { holds: 'answer' }
  if (/^(q|question|question text)?$/.test(rest) && (rest !== '' || locale))
    return { holds: 'question', locale }
  if (/^(why|explanation|solution|rationale)$/.test(rest)) return { holds: 'why', locale }
  const option = /^(?:(?:option|choice|answer) ?)?([a-e1-5])$/.exec(rest)?.[1]
  if (option) return { holds: 'option', index: optionIndex(option), locale }
  return { holds: 'nothing' }
}

const optionIndex = (label: string) =>
  /[1-5]/.test(label) ? Number(label) - 1 : label.charCodeAt(0) - 'a'.charCodeAt(0)

function questionOf(
  line: number,
  cells: string[],
  columns: Column[],
  language: Locale,
): ImportItem {
  const stem: Texts = {}
  const explanation: Texts = {}
  const written: { index: number; locale: Locale | null; text: string }[] = []
  const words: Record<string, string> = {}
  for (const [at, column] of columns.entries()) {
    const text = (cells[at] ?? '').trim()
    if (text === '') continue
    if (column.holds === 'question') stem[column.locale ?? language] = text
    else if (column.holds === 'why') explanation[column.locale ?? language] = text
    else if (column.holds === 'option') written.push({ ...column, text })
    else words[column.holds] = text
  }
  const languages = Object.keys(stem) as Locale[]
  if (languages.length === 0) return { line, rejected: 'the question is empty', why: 'empty' }
  const count = Math.max(-1, ...written.map(({ index }) => index)) + 1
  const options = Array.from({ length: count }, (_, index) => optionIn(index, written, languages))
  const question = {
    id: words.id ?? null,
    languages,
    stem,
    options,
    explanation,
    topics: listOf(words.topics),
    terms: listOf(words.terms),
    notes: [],
  }
  const answer = words.answer ?? ''
  const correct = indexOfAnswer(answer, options)
  return correct === null
    ? {
        ...{ line, rejected: `the answer "${answer}" is none of the options` },
        unclear: { question, answer },
      }
    : { line, question: { ...question, correct } }
}

function optionIn(
  index: number,
  written: { index: number; locale: Locale | null; text: string }[],
  languages: readonly Locale[],
): Texts {
  const entries = written.filter((option) => option.index === index)
  const common = entries.find(({ locale }) => locale === null)?.text
  return Object.fromEntries(
    languages.map((locale) => [
      locale,
      entries.find((option) => option.locale === locale)?.text ?? common ?? '',
    ]),
  )
}

/** 'B', 'b)', '(2)', 'Option 2', 'ಬಿ' or the option's own words. */
function indexOfAnswer(answer: string, options: readonly Texts[]): number | null {
  const same = options.findIndex((option) => Object.values(option).includes(answer.trim()))
  if (same !== -1) return same
  const [, word = ''] = /^(?:option\s*)?\(?([^\s().]+)[).]?$/i.exec(answer.trim()) ?? []
  const label = /^[a-e1-5]$/i.exec(inEnglish(word))?.[0].toLowerCase()
  const index = label === undefined ? -1 : optionIndex(label)
  return index >= 0 && index < options.length ? index : null
}

const listOf = (text = '') =>
  text
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
