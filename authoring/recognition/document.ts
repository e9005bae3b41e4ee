import type { Locale } from '../../domain/locale.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import { readCsv } from '../importers/csv.ts'
import { decodedText } from '../importers/encoding.ts'
import { readGift } from '../importers/gift.ts'
import { UnreadableFile } from '../importers/item.ts'
import { readMoodleXml } from '../importers/moodle-xml.ts'
import { readTable, type Row } from '../importers/table.ts'
import { readXlsx } from '../importers/xlsx.ts'
import { readDocx } from '../unicode/docx.ts'
import { withoutIdleJoiners, type ConvertedText } from '../unicode/fonts.ts'
import { unicodeCells } from '../unicode/legacy-text.ts'
import { readPdf } from '../unicode/pdf.ts'
import { UnreadableDocument } from '../unicode/unzip.ts'
import { questionsOfItems } from './questions-of-items.ts'
import { questionsOfLines } from './questions-of-lines.ts'
import type { RecognisedPaper, SourceLine } from './recognised-paper.ts'

/** The formats that are recognised, by the end of a file's name. */
export const fileEndings = ['docx', 'pdf', 'xlsx', 'csv', 'gift', 'xml', 'txt'] as const
type FileEnding = (typeof fileEndings)[number]

/** Why nothing was recognised. `line` and `detail` (in English) for files that are broken
 *  somewhere. */
export type Unrecognised = {
  kind: UnreadableDocument['kind'] | 'unknown-ending' | 'too-many-lines' | 'no-questions' | 'broken'
  line?: number
  detail?: string
}

const maxLines = 20_000
const maxQuestions = 250

/** Finds the questions in a file. Text in Nudi and Baraha fonts becomes Unicode: by its fonts in
 *  Word documents and PDFs, by its characters elsewhere. `languages`: of the paper that the
 *  questions are for. Cost: some seconds of CPU for the largest files.
 *  Errors: why nothing was recognised. */
export async function recognisedDocument(
  { name, bytes }: { name: string; bytes: Uint8Array },
  languages: readonly Locale[],
): Promise<Result<RecognisedPaper, Unrecognised>> {
  const ending = fileEndings.find((one) => name.toLowerCase().endsWith(`.${one}`))
  if (!ending) return failed({ kind: 'unknown-ending' })
  try {
    const paper = await paperIn(ending, bytes, languages)
    if (paper.questions.length > maxQuestions) return failed({ kind: 'too-many-lines' })
    return paper.questions.length === 0 ? failed(withoutQuestions(paper)) : ok(paper)
  } catch (error) {
    if (error instanceof UnreadableDocument) return failed({ kind: error.kind })
    if (error instanceof UnreadableFile)
      return failed({ kind: 'broken', line: error.line, detail: error.message })
    throw error
  }
}

/** Finds the questions in a text that somebody pasted. Errors: why nothing was recognised. */
export async function recognisedText(
  text: string,
  languages: readonly Locale[],
): Promise<Result<RecognisedPaper, Unrecognised>> {
  return recognisedDocument({ name: '.txt', bytes: new TextEncoder().encode(text) }, languages)
}

function paperIn(
  ending: FileEnding,
  bytes: Uint8Array,
  languages: readonly Locale[],
): RecognisedPaper | Promise<RecognisedPaper> {
  const language = languages[0]!
  switch (ending) {
    case 'docx':
      return questionsOfLines(linesOf(readDocx(bytes)), languages)
    case 'pdf':
      return readPdf(bytes).then((lines) =>
        questionsOfLines(linesOf(lines), languages, { isWrapped: true }),
      )
    case 'txt':
      return questionsOfText(textOf(bytes), languages)
    case 'xlsx':
      return questionsOfRows(readXlsx(bytes), language)
    case 'csv':
      return questionsOfRows(readCsv(pieces(textOf(bytes))), language)
    case 'gift':
      return questionsOfGift(textOf(bytes), language)
    case 'xml':
      return questionsOfItems(readMoodleXml(decodedText([bytes]), language))
  }
}

const linesOf = (lines: readonly ConvertedText[]): SourceLine[] => {
  checkCount(lines.length)
  return lines.map(({ text, doubtful }, index) => ({
    line: index + 1,
    text: text.normalize('NFC').replaceAll('\u00a0', ' '),
    doubts: doubtful.map((place) => ({ kind: 'font', text: place })),
  }))
}

/** Letters of the font that English text does not contain. */
const fontLetters = /[À-ËÌ-ß][À-ÿ]|[a-z][À-Ë]/i

function questionsOfText(text: string, languages: readonly Locale[]): RecognisedPaper {
  const before = text.split(/\r\n?|\n/)
  checkCount(before.length)
  const { after, guessed } = converted(before)
  const lines = after.map((line, index): SourceLine => {
    const isOpen = fontLetters.test(line)
    return {
      line: index + 1,
      text: line.replaceAll('\u00a0', ' '),
      doubts: isOpen ? [{ kind: 'font', text: before[index] ?? '' }] : [],
    }
  })
  return withGuess(questionsOfLines(lines, languages), guessed)
}

async function questionsOfGift(text: string, language: Locale): Promise<RecognisedPaper> {
  const { after, guessed } = converted(text.split(/\r\n?|\n/))
  return withGuess(await questionsOfItems(readGift(pieces(after.join('\n')), language)), guessed)
}

async function questionsOfRows(
  rows: AsyncIterable<Row>,
  language: Locale,
): Promise<RecognisedPaper> {
  const before: Row[] = []
  for await (const row of rows) {
    before.push(row)
    checkCount(before.length)
  }
  const { after, guessed } = converted(before.flatMap(({ cells }) => cells))
  let at = 0
  const own = before.map(({ line, cells }) => {
    return { line, cells: after.slice(at, (at += cells.length)) }
  })
  return withGuess(await questionsOfItems(readTable(pieces(...own), language)), guessed)
}

/** Texts as Unicode. `guessed`: the first that was read as Nudi by its characters alone. */
function converted(texts: readonly string[]): { after: string[]; guessed: string | undefined } {
  const before = texts.map((text) => text.replace(/\r\n?/g, '\n').normalize('NFC'))
  const after = unicodeCells(before).map((text, index) =>
    text === before[index] ? text : withoutIdleJoiners(text).normalize('NFC'),
  )
  return { after, guessed: before.find((text, index) => text !== after[index]) }
}

/** What was guessed is compared with the file by a person. */
const withGuess = (paper: RecognisedPaper, text: string | undefined): RecognisedPaper =>
  text === undefined
    ? paper
    : { ...paper, doubts: [{ kind: 'font_guessed', text }, ...paper.doubts] }

function checkCount(count: number) {
  if (count > maxLines)
    throw new UnreadableDocument('too-large', `it has more than ${maxLines} lines`)
}

/** Text in UTF-8 or UTF-16, or in the "ANSI" of Word and Excel, Windows-1252, as Nudi needs. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function* pieces<Piece>(...all: readonly Piece[]): AsyncGenerator<Piece> {
  for (const piece of all) yield Promise.resolve(piece)
}

/** The first entry that is no question says most about a file without questions. */
function withoutQuestions({ doubts }: RecognisedPaper): Unrecognised {
  const detail = doubts.find(({ kind }) => kind === 'not_read')?.text
  return { kind: 'no-questions', ...(detail !== undefined && { detail }) }
}
