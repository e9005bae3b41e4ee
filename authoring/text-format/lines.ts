import { isLocale, type Locale } from '../../domain/locale.ts'

/** `key: text` or `key kn: text`, with its indented continuation lines. */
export type Field = { line: number; key: string; locale: Locale | null; text: string }
/** `( ) text` or `(*) text`. */
export type OptionLine = { line: number; isRight: boolean; text: string }
/** The head of a file, a `== section`, a `>>> passage`, or a `--- item`. */
export type Block = {
  line: number
  mark: 'head' | 'section' | 'passage' | 'item'
  name: string
  fields: Field[]
  options: OptionLine[]
}
export type Unreadable = { line: number; reason: string }

const fieldLine = /^([a-z-]+)(?: ([a-z]{2}))?:(?: (.*))?$/
const marks = { '==': 'section', '>>>': 'passage', '---': 'item' } as const
const optionLine = /^\(([ *])\) (.+)$/

/** Splits a content file into blocks: the head first, then sections and items in their order.
 *  `unreadable` are the lines that are neither a heading, a field, an option, a continuation, a
 *  comment nor blank. */
export function readBlocks(source: string): { blocks: Block[]; unreadable: Unreadable[] } {
  const head: Block = { line: 1, mark: 'head', name: '', fields: [], options: [] }
  const blocks = [head]
  const unreadable: Unreadable[] = []
  let block = head
  let previous: Field | OptionLine | undefined
  let blankLines = 0

  for (const [index, raw] of source.normalize('NFC').split(/\r?\n/).entries()) {
    const line = index + 1
    const text = raw.trimEnd()
    if (text === '') {
      blankLines++
      continue
    }
    const gap = blankLines > 0 ? '\n\n' : '\n'
    blankLines = 0

    if (text.startsWith('#')) continue
    if (text.startsWith('  ')) {
      if (previous) previous.text += (previous.text === '' ? '' : gap) + text.slice(2)
      else unreadable.push({ line, reason: 'an indented line continues nothing' })
      continue
    }
    previous = undefined
    const heading = /^(==|>>>|---) (\S+)$/.exec(text)
    if (heading) {
      const mark = marks[heading[1] as keyof typeof marks]
      block = { line, mark, name: heading[2] ?? '', fields: [], options: [] }
      blocks.push(block)
      continue
    }
    const option = optionLine.exec(text)
    if (option) {
      previous = { line, isRight: option[1] === '*', text: option[2] ?? '' }
      block.options.push(previous)
      continue
    }
    const field = fieldLine.exec(text)
    const [, first = '', second, value = ''] = field ?? []
    if (field && (second === undefined || isLocale(second))) {
      const isLocaleOnly = second === undefined && isLocale(first)
      previous = {
        line,
        key: isLocaleOnly ? 'text' : first,
        locale: isLocaleOnly ? first : (second ?? null),
        text: value,
      }
      block.fields.push(previous)
      continue
    }
    unreadable.push({
      line,
      reason: 'neither "key: text", "key kn: text", "( ) option", "(*) right option" nor a heading',
    })
  }
  return { blocks, unreadable }
}
