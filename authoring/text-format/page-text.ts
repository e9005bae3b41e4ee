import type { Locale } from '../../domain/locale.ts'
import type { PageDraft, QuestionDraft, Texts } from '../draft.ts'
import { fieldLines, indented, questionText, textLines, textOfBlocks } from './paper-text.ts'

/** A page in the text format, as `readPage` reads it: of what was written in a form. */
export const pageText = (page: PageDraft): string => textOf(page).normalize('NFC')

function textOf(page: PageDraft): string {
  const { slug, kind, date, exam, languages, source, checkedOn, topics, terms, quiz } = page
  const head = [
    `page: ${slug}`,
    `kind: ${kind}`,
    ...fieldLines('date', date ?? ''),
    ...fieldLines('exam', exam ?? ''),
    `languages: ${languages.join(' ')}`,
    ...fieldLines('source', source),
    `checked: ${checkedOn}`,
    ...fieldLines('topics', topics.join(', ')),
    ...fieldLines('terms', terms.join(', ')),
    ...textLines('title ', onlyIn(languages, page.title), languages),
    ...textLines('description ', onlyIn(languages, page.description), languages),
    ...bodyLines(languages, page.body),
  ].join('\n')
  if (quiz.length === 0) return textOfBlocks([{ text: head }])
  const questions = quiz.map((question) => ({ text: quizQuestion(question, languages) }))
  return textOfBlocks([{ text: head }, { text: '== quiz' }, ...questions])
}

/** A body begins on the line below its key, as in files that people write. */
const bodyLines = (languages: readonly Locale[], body: Texts) =>
  languages.map((locale) => `body ${locale}:${indented(`\n${(body[locale] ?? '').trim()}`)}`)

const quizQuestion = (question: QuestionDraft, languages: readonly Locale[]): string =>
  questionText(
    question.id,
    {
      topics: question.topics.join(', '),
      terms: question.terms.join(', '),
      ...{ only: null, figure: '', alt: {}, doubts: [], rest: '' },
      stem: onlyIn(languages, question.stem),
      options: question.options.map((option) => onlyIn(languages, option)),
      correct: question.correct,
      why: onlyIn(languages, question.explanation),
    },
    languages,
  )

const onlyIn = (languages: readonly Locale[], texts: Texts): Texts =>
  Object.fromEntries(
    languages.flatMap((locale) => (texts[locale] === undefined ? [] : [[locale, texts[locale]]])),
  )
