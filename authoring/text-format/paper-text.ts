import { locales, type Locale } from '../../domain/locale.ts'
import type { Texts } from '../draft.ts'
import { readBlocks, type Block } from './lines.ts'

// A paper's text as pieces that can be edited one by one. What an editor of fields does not know,
// comments and fields of later versions of the format, stays as it is.

/** The head of a paper, the header of a section, a shared passage, or a question. `text`: its
 *  lines, without blank lines around them. `name`: '' for the head. */
export type TextBlock = { mark: Block['mark']; name: string; text: string }

const marks: Readonly<Record<string, Block['mark']>> = {
  ...{ '==': 'section', '>>>': 'passage', '---': 'item' },
}
const signOf = (mark: Block['mark']) =>
  Object.keys(marks).find((sign) => marks[sign] === mark) ?? ''

/** The pieces of a text, in order; the first is the head. */
export function textBlocks(source: string): TextBlock[] {
  const blocks: (Omit<TextBlock, 'text'> & { lines: string[] })[] = [
    { mark: 'head', name: '', lines: [] },
  ]
  for (const line of source.normalize('NFC').split(/\r?\n/)) {
    const heading = /^(==|>>>|---) (\S+)\s*$/.exec(line)
    if (heading) blocks.push({ mark: marks[heading[1]!]!, name: heading[2]!, lines: [] })
    blocks.at(-1)!.lines.push(line.trimEnd())
  }
  return blocks.map(({ mark, name, lines }) => ({ mark, name, text: trimmed(lines) }))
}

const trimmed = (lines: readonly string[]) => lines.join('\n').replace(/^\n+|\n+$/g, '')

/** The text of pieces, with a blank line between them and a final line break. */
export const textOfBlocks = (blocks: readonly Pick<TextBlock, 'text'>[]): string =>
  blocks.map(({ text }) => `${text}\n`).join('\n')

/** The line of a text on which each of its pieces begins, from 1. */
export function firstLines(blocks: readonly TextBlock[]): number[] {
  let line = 1
  return blocks.map(({ text }) => {
    const first = line
    line += text.split('\n').length + 1
    return first
  })
}

/** A field without a language by its key, and one of a language as 'title kn'. */
export type BlockFields = Record<string, string>

/** What a person has to look at before others read it. */
const doubtMark = '# check: '

/** The fields of a piece whose keys are `known`, its doubts, and its other lines as they are. */
export function blockFields(
  text: string,
  known: readonly string[],
): { fields: BlockFields; options: Block['options']; doubts: string[]; rest: string } {
  const block = readBlocks(text).blocks.at(-1)!
  const own = block.fields.filter(({ key }) => known.includes(key))
  const fields: BlockFields = {}
  for (const { key, locale, text } of own)
    fields[locale === null ? key : `${key} ${locale}`] ??= text.trim()
  const taken = new Set([...own, ...block.options].map(({ line }) => line))
  const doubts: string[] = []
  const rest: string[] = []
  let isTaken = false
  for (const [index, line] of text.split('\n').entries()) {
    if (block.mark !== 'head' && index === 0) continue
    if (line.startsWith(doubtMark)) {
      doubts.push(line.slice(doubtMark.length))
      continue
    }
    const continues = line === '' || line.startsWith('  ')
    if (!continues) isTaken = taken.has(index + 1)
    if (!isTaken) rest.push(line)
  }
  return { fields, options: block.options, doubts, rest: trimmed(rest) }
}

/** A question as the editor's form has it. `options` in all languages of the question; `correct`:
 *  from 0, null for none. `only`: the one language of a question about a language. */
export type QuestionFields = {
  topics: string
  terms: string
  only: Locale | null
  figure: string
  alt: Texts
  stem: Texts
  options: Texts[]
  correct: number | null
  why: Texts
  doubts: string[]
  /** Lines of the format that are no field of the form. */
  rest: string
}

const questionKeys = ['topics', 'terms', 'only', 'figure', 'alt', 'text', 'why']

/** The fields of a question's text. Never fails: what is missing is ''. */
export function questionFields(text: string, languages: readonly Locale[]): QuestionFields {
  const { fields, options, doubts, rest } = blockFields(text, questionKeys)
  const only = languages.find((locale) => locale === fields.only) ?? null
  const own = only === null ? languages : [only]
  const textsOf = (key: string): Texts =>
    Object.fromEntries(
      locales.flatMap((locale) => {
        const value = fields[`${key} ${locale}`] ?? ''
        return value === '' ? [] : [[locale, value]]
      }),
    )
  const right = options.flatMap(({ isRight }, index) => (isRight ? [index] : []))
  return {
    ...{ topics: fields.topics ?? '', terms: fields.terms ?? '', only },
    ...{ figure: fields.figure ?? '', alt: textsOf('alt'), stem: textsOf('text') },
    options: options.map((option) => optionTexts(option.text, own)),
    correct: right.length === 1 ? right[0]! : null,
    why: textsOf('why'),
    ...{ doubts, rest },
  }
}

function optionTexts(text: string, languages: readonly Locale[]): Texts {
  const parts = text.split(/(?<!\\)\|/).map((part) => part.replaceAll('\\|', '|').trim())
  return Object.fromEntries(
    languages.map((locale, index) => [
      locale,
      parts.length === 1 ? parts[0]! : (parts[index] ?? ''),
    ]),
  )
}

/** The text of a question with these fields. `languages`: of its paper. */
export function questionText(
  id: string,
  fields: QuestionFields,
  languages: readonly Locale[],
): string {
  const { topics, terms, only, figure, alt, stem, options, correct, why, doubts, rest } = fields
  const own = only === null ? languages : [only]
  return [
    `--- ${id}`,
    ...doubts.map((doubt) => doubtMark + oneLine(doubt)),
    ...(rest === '' ? [] : [rest]),
    ...fieldLines('topics', oneLine(topics)),
    ...fieldLines('terms', oneLine(terms)),
    ...fieldLines('only', only ?? ''),
    ...fieldLines('figure', oneLine(figure)),
    ...textLines('alt ', alt, languages),
    ...textLines('', stem, languages),
    ...options.map(
      (option, index) => `(${index === correct ? '*' : ' '}) ${indented(optionLine(option, own))}`,
    ),
    ...textLines('why ', why, languages),
  ].join('\n')
}

/** The text of a head or of a section's header with other fields; `order`: its known keys.
 *  `settled`: the indexes of the doubts that are left out. */
export function withBlockFields(
  { mark, name, text }: TextBlock,
  order: readonly string[],
  changed: BlockFields,
  settled: readonly number[] = [],
): string {
  const { fields, doubts, rest } = blockFields(text, order)
  const all = { ...fields, ...changed }
  const lines = order.flatMap((key) => {
    const known = locales.map((locale) => `${key} ${locale}`)
    // Languages that are there stay in their order: a digest of the draft depends on it.
    const inOrder = Object.keys(all).filter((name) => known.includes(name))
    return [key, ...inOrder].flatMap((name) => fieldLines(name, all[name] ?? ''))
  })
  const heading = mark === 'head' ? [] : [`${signOf(mark)} ${name}`]
  const open = doubts.filter((_, index) => !settled.includes(index))
  const others = [...open.map((doubt) => doubtMark + doubt), ...(rest === '' ? [] : [rest])]
  return [...heading, ...others, ...lines].join('\n')
}

/** The name of the passage that a question shares; null: none. */
export const passageName = ({ rest }: Pick<QuestionFields, 'rest'>): string | null =>
  /^passage: (\S+)$/m.exec(rest)?.[1] ?? null

/** A text with one more doubt about it, at the top of its piece. */
export const doubtLine = (doubt: string) => doubtMark + oneLine(doubt)

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The lines of a field; none where it is empty. */
export const fieldLines = (key: string, text: string) =>
  text.trim() === '' ? [] : [`${key}: ${indented(text.trim())}`]

/** The lines of a text in its languages, in the order of the paper's: a digest of the draft depends
 *  on it. */
export const textLines = (prefix: string, texts: Texts, languages: readonly Locale[]) =>
  [...new Set([...languages, ...locales])].flatMap((locale) =>
    fieldLines(prefix + locale, texts[locale] ?? ''),
  )

/** Lines after the first are indented, so that they continue the field; one blank line at most
 *  stands between two. */
export const indented = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n(?=[^\n])/g, '\n  ')

/** 'ಕನ್ನಡ | English'; a text that is the same in all languages, or a number in one of them, is
 *  written once. */
function optionLine(option: Texts, languages: readonly Locale[]): string {
  const parts = languages.map((locale) =>
    (option[locale] ?? '').trim().replaceAll('\\|', '|').replaceAll('|', '\\|'),
  )
  const written = [...new Set(parts.filter((part) => part !== ''))]
  const isOne = written.length === 1 && (!parts.includes('') || !/\p{L}/u.test(written[0]!))
  if (isOne) return written[0]!
  return parts.length === 1 ? '|' : parts.join(' | ').trim()
}
