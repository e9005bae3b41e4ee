import * as v from 'valibot'
import { isDay } from '../../domain/india-time.ts'
import { defaultLocale, locales, type Locale } from '../../domain/locale.ts'
import { languageProblem } from '../../authoring/checks/language.ts'

// What an author writes for one day, and what is still wrong with it. A draft may be incomplete; it
// is sent for review when it has no problem.

export const maxItems = 12
export const maxQuestions = 10
const optionCount = 4
const maxLength = {
  title: 120,
  text: 2000,
  source: 200,
  url: 500,
  stem: 500,
  option: 200,
  why: 1000,
}

const texts = v.partial(
  v.object(
    Object.fromEntries(locales.map((locale) => [locale, v.string()])) as Record<
      Locale,
      v.StringSchema<undefined>
    >,
  ),
)
export type Texts = v.InferOutput<typeof texts>

const item = v.object({
  text: texts,
  /** `dated`: the day of the source, '2026-11-26'. */
  source: v.object({ name: v.string(), url: v.string(), dated: v.string() }),
})
const question = v.object({
  id: v.string(),
  stem: texts,
  options: v.array(texts),
  /** Index of the right option; null: not chosen yet. */
  correct: v.nullable(v.number()),
  why: texts,
})

/** The stored shape; a new field needs a fallback, because versions are never changed. */
export const dayContent = v.object({
  v: v.literal(1),
  title: texts,
  items: v.array(item),
  quiz: v.array(question),
  topics: v.array(v.string()),
})
export type DayContent = v.InferOutput<typeof dayContent>
export type Item = DayContent['items'][number]
export type Question = DayContent['quiz'][number]

export const emptyItem: Item = { text: {}, source: { name: '', url: '', dated: '' } }

/** A question of the day, with an id of its own that stays when the wording changes. */
export const newQuestion = (date: string): Question => ({
  id: `${questionPrefix(date)}${crypto.randomUUID().slice(0, 8)}`,
  stem: {},
  options: Array.from({ length: optionCount }, () => ({})),
  correct: null,
  why: {},
})

/** Every question of a day is named so; a form cannot name a question of something else. */
export const questionPrefix = (date: string) => `desk-${date}-`

export const emptyDay: DayContent = { v: 1, title: {}, items: [], quiz: [], topics: [] }

/** Every text of one language, for counting what is written: title, items, questions. */
function textsIn(content: DayContent, locale: Locale): string[] {
  return [
    content.title[locale] ?? '',
    ...content.items.map(({ text }) => text[locale] ?? ''),
    ...content.quiz.flatMap((one) => [
      one.stem[locale] ?? '',
      ...one.options.map((option) => optionText(option, locale)),
      one.why[locale] ?? '',
    ]),
  ]
}

/** How much of a language is written. */
export function writtenIn(content: DayContent, locale: Locale): { written: number; of: number } {
  const all = textsIn(content, locale)
  return { written: all.filter((text) => text !== '').length, of: all.length }
}

/** The languages in which everything is written; they are published. */
export const completeLocales = (content: DayContent): Locale[] =>
  content.items.length === 0
    ? []
    : locales.filter((locale) => textsIn(content, locale).every((text) => text !== ''))

/** The text of an option. One without letters, such as a date or a number, counts for every
 *  language. */
export function optionText(option: Texts, locale: Locale): string {
  const own = option[locale] ?? ''
  if (own !== '') return own
  return locales.map((other) => option[other] ?? '').find((text) => /^[^\p{L}]+$/u.test(text)) ?? ''
}

export type ProblemKind =
  | ('missing' | 'too_long' | 'no_link' | 'no_day' | 'other_language' | 'no_items')
  | ('no_key' | 'equal_options' | 'no_topic' | 'unknown_topic')

/** `field`: the name of the form's field. */
export type DayProblem = { field: string; kind: ProblemKind }

/** What has to be corrected before others read the day. `topics`: those that exist. */
export function problemsOf(content: DayContent, topics: ReadonlySet<string>): DayProblem[] {
  const problems: DayProblem[] = []
  const add = (field: string, kind: ProblemKind) => problems.push({ field, kind })
  // Without one complete language, what is missing is shown in the one with most written.
  const needed = completeLocales(content).length > 0 ? null : fullestLocale(content)
  const checkTexts = (field: string, written: Texts, max: number) => {
    for (const locale of locales) {
      const text = written[locale] ?? ''
      if (text.length > max) add(`${field}.${locale}`, 'too_long')
      else if (text === '' && locale === needed) add(`${field}.${locale}`, 'missing')
      else if (languageProblem(text, locale, []) !== null)
        add(`${field}.${locale}`, 'other_language')
    }
  }
  checkTexts('title', content.title, maxLength.title)
  if (content.items.length === 0) add(`item.0.text.${needed ?? defaultLocale}`, 'no_items')
  content.items.forEach(({ text, source }, index) => {
    checkTexts(`item.${index}.text`, text, maxLength.text)
    const field = `item.${index}.source`
    if (source.name === '') add(`${field}.name`, 'missing')
    if (source.name.length > maxLength.source) add(`${field}.name`, 'too_long')
    if (!isWebAddress(source.url)) add(`${field}.url`, 'no_link')
    if (!isDay(source.dated)) add(`${field}.dated`, 'no_day')
  })
  content.quiz.forEach((one, index) => {
    const field = `quiz.${index}`
    checkTexts(`${field}.stem`, one.stem, maxLength.stem)
    checkTexts(`${field}.why`, one.why, maxLength.why)
    one.options.forEach((option, nth) => {
      const all = Object.fromEntries(locales.map((locale) => [locale, optionText(option, locale)]))
      checkTexts(`${field}.option.${nth}`, all, maxLength.option)
    })
    if (one.correct === null) add(`${field}.correct`, 'no_key')
    if (hasEqualOptions(one)) add(`${field}.correct`, 'equal_options')
  })
  if (content.topics.length === 0) add('topics', 'no_topic')
  if (content.topics.some((topic) => !topics.has(topic))) add('topics', 'unknown_topic')
  return problems
}

const hasEqualOptions = ({ options }: Question) =>
  locales.some((locale) => {
    const written = options
      .map((option) => optionText(option, locale))
      .filter((text) => text !== '')
    return new Set(written.map((text) => text.toLowerCase())).size < written.length
  })

function fullestLocale(content: DayContent): Locale {
  const counts = locales.map((locale) => ({ locale, ...writtenIn(content, locale) }))
  const most = Math.max(...counts.map(({ written }) => written))
  return most === 0
    ? defaultLocale
    : (counts.find(({ written }) => written === most)?.locale ?? defaultLocale)
}

/** Only https: the site shows no other links. */
const isWebAddress = (url: string) =>
  url.length <= maxLength.url &&
  URL.canParse(url) &&
  new URL(url).protocol === 'https:' &&
  new URL(url).hostname.includes('.')
