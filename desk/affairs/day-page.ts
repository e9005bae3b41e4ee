import { pageHtml } from '../../authoring/loading/content-rows.ts'
import type { PageDraft, Texts } from '../../authoring/draft.ts'
import { pageText } from '../../authoring/text-format/page-text.ts'
import { readPage } from '../../authoring/text-format/page.ts'
import { recordOfLocales, type Locale } from '../../domain/locale.ts'
import { dayText } from '../ui/dates.ts'
import { completeLocales, optionText, type DayContent, type Item } from './day-content.ts'

/** Under which path a day is recorded as published. */
export const pathOfDay = (date: string) => `desk:affairs/${date}`
export const slugOfDay = (date: string) => `${date}-day`

/** Where its text stands in content/. Paths are part of digests. */
const filePathOf = (date: string) => `current-affairs/${slugOfDay(date)}.txt`

/** The day as a page of current affairs in the text format, in the languages in which it is
 *  complete. `checkedOn`: the day of its publication. */
export function textOfDay(date: string, content: DayContent, checkedOn: string): string {
  const languages = completeLocales(content)
  const inEach = (textIn: (locale: Locale) => string): Texts =>
    Object.fromEntries(languages.map((locale) => [locale, textIn(locale)]))
  return pageText({
    file: filePathOf(date),
    line: 0,
    slug: slugOfDay(date),
    kind: 'current-affairs',
    date,
    exam: null,
    languages,
    title: inEach((locale) => titleIn(content, date, locale)),
    description: inEach((locale) => firstSentence(content.items[0]?.text[locale] ?? '')),
    body: inEach((locale) => bodyIn(content, locale)),
    source: [...new Set(content.items.map((one) => one.source.name))].join('; '),
    checkedOn,
    topics: content.topics,
    terms: [],
    quiz: content.quiz.map((question) => ({
      line: 0,
      id: question.id,
      section: null,
      languages,
      stem: question.stem,
      options: question.options.map((option) => recordOfLocales((one) => optionText(option, one))),
      correct: question.correct ?? 0,
      explanation: question.why,
      topics: [],
      terms: [],
      figure: null,
    })),
  })
}

/** What is published is read from the text, so that the text makes the same page in another
 *  database. Errors: throws where the text cannot be read, which is a bug. */
export function pageOfText(date: string, text: string): PageDraft {
  const { page, problems } = readPage(filePathOf(date), text)
  if (problems[0]) throw new Error(`line ${problems[0].line}: ${problems[0].reason}`)
  return page
}

/** As the lists of the site show it: '26 November: Constitution Day'. */
export const titleIn = ({ title }: DayContent, date: string, locale: Locale) =>
  `${dayText(date, locale)}: ${title[locale] ?? ''}`

/** The HTML that readers see: each item with a link to its source. */
export const htmlIn = (content: DayContent, locale: Locale) => pageHtml(bodyIn(content, locale))

const bodyIn = ({ items }: DayContent, locale: Locale) =>
  items
    .filter(({ text }) => text[locale] !== undefined)
    .map((item) => `- ${plainMarkdown(item.text[locale] ?? '')} ${sourceLink(item, locale)}`)
    .join('\n')

const sourceLink = ({ source: { name, url, dated } }: Item, locale: Locale) =>
  `(${URL.canParse(url) ? `[${plainMarkdown(name)}](<${new URL(url).href}>)` : name}` +
  `${dated === '' ? '' : `, ${dayText(dated, locale)} ${dated.slice(0, 4)}`})`

/** Typed text means itself: no character of it is Markdown or HTML. Lines become one. */
const plainMarkdown = (text: string) =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*_{}[\]()#+\-.!|~>:]/g, '\\$&')
    .replace(/\s+/g, ' ')

/** For lists and search engines. */
function firstSentence(text: string): string {
  const [sentence = text] = /^[^]{20,}?[.!?](?=\s|$)/.exec(text) ?? [text]
  return sentence.length <= 160 ? sentence : `${sentence.slice(0, 159).replace(/\s\S*$/, '')}…`
}
