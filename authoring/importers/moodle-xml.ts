import sax from 'sax'
import { isLocale, type Locale } from '../../domain/locale.ts'
import { singleChoice } from './choices.ts'
import { UnreadableFile, type ImportItem } from './item.ts'

/** An element of a question; elements outside questions are ignored. */
type Element = {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** Reads Moodle's XML as a stream.
 *  Errors: UnreadableFile where the XML is incomplete or not well formed. */
export async function* readMoodleXml(
  pieces: AsyncIterable<string>,
  language: Locale,
): AsyncGenerator<ImportItem> {
  const parser = sax.parser(true, { trim: false, normalize: false, position: true })
  const open: Element[] = []
  const finished: { line: number; element: Element }[] = []
  let line = 1
  const errors: string[] = []
  parser.onerror = ({ message }) => void errors.push(message.split('\n')[0] ?? message)
  parser.onopentag = ({ name, attributes }) => {
    if (open.length === 0 && name !== 'question') return
    if (open.length === 0) line = parser.line + 1
    const element = {
      name,
      attributes: attributes as Record<string, string>,
      children: [],
      text: '',
    }
    open.at(-1)?.children.push(element)
    open.push(element)
  }
  parser.ontext = parser.oncdata = (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.onclosetag = () => {
    const element = open.pop()
    if (element && open.length === 0) finished.push({ line, element })
  }
  for await (const piece of pieces) {
    parser.write(piece)
    if (errors.length > 0) break
    yield* finished.splice(0).map(({ line, element }) => itemOf(element, line, language))
  }
  if (errors.length === 0) parser.close()
  if (errors[0]) throw new UnreadableFile(parser.line + 1, `the XML is broken here: ${errors[0]}`)
}

const reasons: Record<string, string> = {
  truefalse: 'not single-choice of four: true or false',
  shortanswer: 'not single-choice: the answer is typed',
  numerical: 'not single-choice: the answer is a number',
  matching: 'not single-choice: matching pairs',
  essay: 'not single-choice: an essay',
  cloze: 'not single-choice: gaps in a text',
  description: 'a description, no question',
  category: 'a category, no question',
}

function itemOf(question: Element, line: number, language: Locale): ImportItem {
  const type = question.attributes.type ?? 'unknown'
  if (type !== 'multichoice')
    return {
      ...{ line, setAside: reasons[type] ?? `not single-choice: the type "${type}"` },
      why: type === 'description' || type === 'category' ? 'no_question' : 'other_kind',
    }
  if (textOf(question, 'single').trim() === 'false')
    return {
      ...{ line, setAside: 'not single-choice: several options may be right' },
      why: 'several_right',
    }
  return singleChoice(
    {
      line,
      id: textOf(question, 'idnumber').trim() || null,
      topics: (child(question, 'tags')?.children ?? []).map((tag) => textOf(tag, 'text').trim()),
      stem: htmlOf(child(question, 'questiontext')),
      choices: question.children
        .filter(({ name }) => name === 'answer')
        .map((answer) => ({
          html: htmlOf(answer),
          share: Number(answer.attributes.fraction ?? 0) / 100,
          feedback: htmlOf(child(answer, 'feedback')),
        })),
      feedback: htmlOf(child(question, 'generalfeedback')),
    },
    languageOf(question) ?? language,
  )
}

/** Some question banks give the language as a tag. */
const languageOf = (question: Element): Locale | null =>
  (child(question, 'tags')?.children ?? [])
    .map((tag) => textOf(tag, 'text').trim())
    .find(isLocale) ?? null

const child = ({ children }: Element, name: string) => children.find((one) => one.name === name)
const textOf = (element: Element, name: string) => child(element, name)?.text ?? ''

function htmlOf(element: Element | undefined): string {
  if (!element) return ''
  const text = textOf(element, 'text') || element.text.trim()
  const format = element.attributes.format
  if (format === 'plain_text' || format === 'markdown')
    return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/\n/g, '<br>')
  return text
}
