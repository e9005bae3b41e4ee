import { withoutControls } from '../printable-text.ts'
import { decodeHtmlEntities, protectHtmlEntities } from './html-entities.ts'

// Own cards as text: CSV, and Anki's "notes in plain text". Both have a card in each row, its front
// and back in the first two columns.

/** A card without its id. */
export type CardSides = { front: string; back: string }

export const maxSideLength = 1000

/** Parses cards. `separator`: a tab, semicolon or comma, by Anki's header `#separator:` or by
 * what the first row has. Rows without two sides, or with too long ones, are in `rejected` by
 * their number, from 1; further columns are ignored. HTML of Anki is reduced to its text; where no
 * header says what the text is, only characters that are written as HTML ('&nbsp;') are read as
 * it, because older versions of Anki write no header. Errors: none. */
export function parseCardTable(text: string): { cards: CardSides[]; rejected: number[] } {
  const { body, separator, isHtml, notFields } = withoutHeaders(text.replace(/^\uFEFF/, ''))
  const plainText = (cell: string) =>
    withoutControls(isHtml === null ? decodeHtmlEntities(cell) : cell)
  const sideOf = isHtml === true ? htmlText : plainText
  const cards: CardSides[] = []
  const rejected: number[] = []
  for (const [index, row] of parseRows(body, separator).entries()) {
    const cells = row.filter((_, column) => !notFields.has(column + 1))
    const [front = '', back = ''] = cells.map((cell) => sideOf(cell).trim())
    const isFull = front !== '' && back !== ''
    if (isFull && front.length <= maxSideLength && back.length <= maxSideLength)
      cards.push({ front, back })
    else rejected.push(index + 1)
  }
  return { cards, rejected }
}

/** Cards as CSV with a byte order mark, which Excel needs for other scripts than Latin. A text that
 *  names a character as HTML does ('&nbsp;') is written so that `parseCardTable` reads the text. */
export const formatCardTable = (cards: readonly CardSides[]): string => {
  const cell = (side: string) => quoted(protectHtmlEntities(side))
  return `\uFEFF${cards.map(({ front, back }) => `${cell(front)},${cell(back)}\r\n`).join('')}`
}

/** Cards as Anki imports them: tab-separated, not HTML. */
export const formatForAnki = (cards: readonly CardSides[]): string =>
  [
    '#separator:tab\n#html:false\n#columns:Front\tBack\n',
    ...cards.map(({ front, back }) => `${quoted(front)}\t${quoted(back)}\n`),
  ].join('')

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

const separators: Record<string, string> = { tab: '\t', comma: ',', semicolon: ';', pipe: '|' }

/** Anki writes headers as lines that begin with '#'. `isHtml`: null if none says it. `notFields`:
 *  the columns, from 1, that hold an id, a note type, a deck or tags: '#deck column:3'. */
function withoutHeaders(text: string): {
  body: string
  separator: string
  isHtml: boolean | null
  notFields: ReadonlySet<number>
} {
  let [separator, isHtml, at]: [string | null, boolean | null, number] = [null, null, 0]
  const notFields = new Set<number>()
  for (;;) {
    const [line = '', name = '', value = ''] =
      /^#([a-z ]+):([^\r\n]*)\r?\n?/.exec(text.slice(at)) ?? []
    if (line === '') break
    const word = value.trim().toLowerCase()
    if (name === 'separator') separator = separators[word] ?? value.slice(0, 1)
    if (name === 'html') isHtml = word === 'true'
    if (name.endsWith(' column')) notFields.add(Number(word))
    at += line.length
  }
  const body = text.slice(at)
  return { body, separator: separator ?? guessedSeparator(body), isHtml, notFields }
}

function guessedSeparator(body: string): string {
  const first =
    body
      .slice(0, 5000)
      .replace(/"(?:[^"]|"")*"/g, '')
      .replace(/&[#\w]+;/g, (found) => (decodeHtmlEntities(found) === found ? found : ''))
      .split('\n')[0] ?? ''
  return ['\t', ';', ','].find((separator) => first.includes(separator)) ?? ','
}

/** The cells of each row that is not empty, by RFC 4180. A quote that is never closed ends with the
 *  text. */
function parseRows(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false]
  const endRow = () => {
    row.push(cell)
    if (row.some((one) => one.trim() !== '')) rows.push(row)
    ;[row, cell] = [[], '']
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') cell += text[(at += 1)] ?? ''
      else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === separator) {
      row.push(cell)
      cell = ''
    } else if (letter === '\n' || letter === '\r') endRow()
    else cell += letter
  }
  endRow()
  return rows
}

/** The text of a field of Anki: line breaks stay, other elements and control characters go.
 *  Cost: linear, whatever the text. */
export const htmlText = (html: string): string => {
  const text = html
    .replace(/<(style|script)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<br\s*\/?>|<\/(?:div|p|li)>/gi, '\n')
    .replace(/<[a-z/!][^<>]*>/gi, '')
    .replace(/\[sound:[^\][]*\]/g, '')
  return withoutControls(decodeHtmlEntities(text)).replace(/\n{3,}/g, '\n\n')
}

/** A text as a field of Anki, which `htmlText` reads as the same. */
export const textHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('[sound:', '&#91;sound:')
    .replaceAll('\n', '<br>')
