import type { FormFields } from '../../http/request-body.ts'
import type { QuestionFields } from '../../authoring/text-format/paper-text.ts'
import type { Texts } from '../../authoring/draft.ts'
import { locales, type Locale } from '../../domain/locale.ts'

// The form of a question: `stem.kn`, `option.2.en`, `correct`, `why.kn`, `topic.polity`, `figure`,
// `alt.kn`, `terms`, `only`, `rest`, `doubt.0`.

export const maxOptions = 5

/** The fields as a question. Any may be absent or nonsense. `before`: the question as it was saved;
 *  a doubt that is not ticked as settled stays. */
export function questionIn(
  form: FormFields,
  languages: readonly Locale[],
  before: QuestionFields,
): QuestionFields {
  const options = Array.from({ length: maxOptions }, (_, index) => textsOf(form, `option.${index}`))
  const last = options.findLastIndex((option) => Object.values(option).some((text) => text !== ''))
  const correct = /^[0-4]$/.test(form.correct ?? '') ? Number(form.correct) : null
  const count = Math.max(4, last + 1)
  const topics = Object.keys(form)
    .filter((name) => /^topic\.[a-z0-9-]{1,60}$/.test(name))
    .map((name) => name.slice('topic.'.length))
  const only = languages.find((locale) => locale === form.only) ?? null
  const own = only === null ? languages : [only]
  return {
    topics: inOrderOf(before.topics, topics).join(', '),
    terms: line(form.terms),
    only,
    figure: line(form.figure),
    alt: withoutEmpty(textsOf(form, 'alt')),
    stem: withoutEmpty(textsOf(form, 'stem')),
    options: options.slice(0, count).map((option) => inLanguages(option, own)),
    correct: correct !== null && correct < count ? correct : null,
    why: withoutEmpty(textsOf(form, 'why')),
    doubts: before.doubts.filter((_, index) => form[`doubt.${index}`] === undefined),
    rest: otherLines(form.rest ?? ''),
  }
}

/** An option typed in one language is that of all where it has no letters, as a number has none. */
function inLanguages(option: Texts, languages: readonly Locale[]): Texts {
  const written = languages.map((locale) => option[locale] ?? '').filter((text) => text !== '')
  const isCommon = written.length === 1 && !/\p{L}/u.test(written[0]!)
  return Object.fromEntries(
    languages.map((locale) => [locale, isCommon ? written[0]! : (option[locale] ?? '')]),
  )
}

/** The order in which they were, and new ones after them. */
function inOrderOf(before: string, topics: readonly string[]): string[] {
  const old = before.split(',').map((word) => word.trim())
  return [
    ...old.filter((topic) => topics.includes(topic)),
    ...topics.filter((topic) => !old.includes(topic)),
  ]
}

export function textsOf(form: FormFields, field: string): Texts {
  return Object.fromEntries(
    locales.map((locale) => [
      locale,
      (form[`${field}.${locale}`] ?? '').replace(/\r\n?/g, '\n').trim().normalize('NFC'),
    ]),
  )
}

const withoutEmpty = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

/** One line, as a name has. */
export const line = (value = '') => value.replace(/\s+/g, ' ').trim().normalize('NFC')

/** Lines of the format that have no field; none of them begins another question. */
const otherLines = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .normalize('NFC')
    .split('\n')
    .filter((one) => !/^(==|>>>|---) \S/.test(one))
    .map((one) => one.trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '')

/** The version that a form was made from; 0 for none. */
export const versionIn = (form: FormFields) =>
  /^\d{1,4}$/.test(form.version ?? '') ? Number(form.version) : 0
