import type { Locale } from '../../domain/locale.ts'
import type { Texts } from '../draft.ts'
import type { ImportedQuestion, ImportItem } from './item.ts'
import { hasPicture, textsIn } from './rich-text.ts'

/** A question of Moodle's formats: HTML, and for each choice the share of the marks it earns, 0 to
 *  1. */
export type MoodleQuestion = {
  line: number
  id: string | null
  topics: string[]
  stem: string
  choices: { html: string; share: number; feedback: string }[]
  feedback: string
}

/** Converts it to a single-choice question, or returns the reason why it is not one. */
export function singleChoice(source: MoodleQuestion, language: Locale): ImportItem {
  const { line, choices } = source
  const right = choices.findIndex(({ share }) => share === 1)
  const earning = choices.filter(({ share }) => share > 0).length
  if (earning === 0) return { line, setAside: 'no option is right', why: 'no_right' }
  if (earning > 1 && choices.filter(({ share }) => share === 1).length === 1)
    return {
      ...{ line, setAside: 'not single-choice: another option earns part of the marks' },
      why: 'several_right',
    }
  if (earning > 1 || right === -1)
    return {
      ...{ line, setAside: `not single-choice: ${earning} options are right` },
      why: 'several_right',
    }
  if ([source.stem, ...choices.map(({ html }) => html)].some(hasPicture))
    return {
      line,
      rejected: 'the question or an option has a picture that is not in this file',
      why: 'picture',
    }
  return { line, question: question(source, right, language) }
}

function question(source: MoodleQuestion, right: number, language: Locale): ImportedQuestion {
  const stem = textsIn(source.stem, language)
  const languages = (Object.keys(stem) as Locale[]).filter((locale) => stem[locale])
  const why = [choicesFeedback(source, right), source.feedback]
    .filter((html) => html !== '')
    .join('<br>')
  return {
    id: source.id,
    languages,
    stem,
    options: source.choices.map(({ html }) => inAllLanguages(textsIn(html, language), languages)),
    correct: right,
    explanation: withoutEmpty(textsIn(why, language)),
    topics: source.topics,
    terms: [],
    notes: hasPicture(why) ? ['a picture in the explanation was left out'] : [],
  }
}

const choicesFeedback = ({ choices }: MoodleQuestion, right: number) =>
  choices[right]?.feedback ?? ''

/** An option in one language only is used for all languages of its question. */
function inAllLanguages(texts: Texts, languages: readonly Locale[]): Texts {
  const written = Object.values(texts)
  if (written.length !== 1) return texts
  return Object.fromEntries(languages.map((locale) => [locale, written[0]]))
}

const withoutEmpty = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
