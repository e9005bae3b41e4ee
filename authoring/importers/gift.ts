import { parse, SyntaxError, type GIFTQuestion, type TextFormat } from 'gift-pegjs'
import type { Locale } from '../../domain/locale.ts'
import { singleChoice } from './choices.ts'
import { splitLines } from './encoding.ts'
import type { ImportItem } from './item.ts'

/** Reads Moodle's GIFT. Questions are separated by blank lines; each is parsed alone, so that a
 *  broken one does not affect the others. */
export async function* readGift(
  pieces: AsyncIterable<string>,
  language: Locale,
): AsyncGenerator<ImportItem> {
  for await (const { start, line, text } of paragraphs(splitLines(pieces))) {
    try {
      for (const question of parse(text)) yield itemOf(question, line, language)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      const at = start + error.location.start.line - 1
      yield { line: at, rejected: `cannot be read as GIFT: ${error.message}` }
    }
  }
}

type Block = { start: number; lines: string[]; isOpen: boolean }

/** Splits the file at blank lines outside braces. Blocks that are only comments are left out. */
async function* paragraphs(lines: AsyncIterable<{ line: number; text: string }>) {
  let block: Block | null = null
  for await (const { line, text } of lines) {
    if (text.trim() === '' && !block?.isOpen) {
      if (block) yield* blockOf(block)
      block = null
      continue
    }
    block ??= { start: line, lines: [], isOpen: false }
    block.lines.push(text)
    if (!isComment(text))
      for (const [brace] of text.matchAll(/(?<!\\)[{}]/g)) block.isOpen = brace === '{'
  }
  if (block) yield* blockOf(block)
}

const isComment = (text: string) => text.trimStart().startsWith('//')

/** `line` is where the question begins, `start` where its block begins. */
function blockOf({ start, lines }: Block) {
  const comments = lines.findIndex((text) => !isComment(text))
  return comments === -1 ? [] : [{ start, line: start + comments, text: lines.join('\n') }]
}

function itemOf(question: GIFTQuestion, line: number, language: Locale): ImportItem {
  switch (question.type) {
    case 'MC':
      return singleChoice(
        {
          line,
          id: question.id ?? question.title,
          topics: question.tags ?? [],
          stem: htmlOf(question.stem),
          choices: question.choices.map(({ text, feedback, isCorrect, weight }) => ({
            html: htmlOf(text),
            share: weight === null ? (isCorrect ? 1 : 0) : weight / 100,
            feedback: feedback ? htmlOf(feedback) : '',
          })),
          feedback: question.globalFeedback ? htmlOf(question.globalFeedback) : '',
        },
        language,
      )
    case 'Category':
      return { line, setAside: `a category, no question: ${question.title}`, why: 'no_question' }
    case 'Description':
      return { line, setAside: 'a description, no question', why: 'no_question' }
    case 'TF':
      return { line, setAside: 'not single-choice of four: true or false', why: 'other_kind' }
    case 'Short':
      return { line, setAside: 'not single-choice: the answer is typed', why: 'other_kind' }
    case 'Numerical':
      return { line, setAside: 'not single-choice: the answer is a number', why: 'other_kind' }
    case 'Essay':
      return { line, setAside: 'not single-choice: an essay', why: 'other_kind' }
    case 'Matching':
      return { line, setAside: 'not single-choice: matching pairs', why: 'other_kind' }
  }
}

/** Converts plain text to HTML, so that the following code reads only HTML. */
function htmlOf({ format, text }: TextFormat): string {
  if (format === 'html' || (format === 'moodle' && /<\/?[a-z][^>]*>/i.test(text))) return text
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/\r?\n/g, '<br>')
}
