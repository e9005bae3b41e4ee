import questionsSql from '../../authoring/loading/sql/questions.sql?raw'
import pageSql from '../../authoring/loading/sql/page.sql?raw'
import { pageHtml, stagePage } from '../../authoring/loading/content-rows.ts'
import { loadStatements, type ReadScript } from '../../authoring/loading/import-statements.ts'
import type { PageDraft, Texts } from '../../authoring/draft.ts'
import { withdrawalStatements } from '../../authoring/publishing/withdraw-content.ts'
import { dayInIndia } from '../../domain/india-time.ts'
import { recordOfLocales, type Locale } from '../../domain/locale.ts'
import { sha256 } from '../../product-api/cryptography.ts'
import { runStatements, type Database } from '../../product-api/database.ts'
import { auditStatement } from '../audit/audit-log.ts'
import type { Operator } from '../operators/operators.ts'
import { dayText } from '../ui/dates.ts'
import { completeLocales, optionText, type DayContent, type Item } from './day-content.ts'
import { dayOf, event, type Day } from './days.ts'

const pathOf = (date: string) => `desk:affairs/${date}`
const slugOf = (date: string) => `${date}-day`

/** Publishes every approved day whose minute has come, each in one transaction with its entry in
 *  the audit log. A day that cannot be published stays scheduled and is tried again a minute later;
 *  its page says why. Cost: one look-up in an index where nothing is due. */
export async function publishDueDays(db: Database, now: Date) {
  const { results } = await db
    .prepare(
      `SELECT date FROM affairs_days WHERE state = 'scheduled' AND publish_at <= ?
       ORDER BY publish_at LIMIT 10`,
    )
    .bind(now.toISOString())
    .all<{ date: string }>()
  for (const { date } of results) {
    const day = await dayOf(db, date)
    if (day?.state !== 'scheduled') continue
    try {
      await publishDay(db, day, now)
    } catch (error) {
      const later = await dayOf(db, date)
      // An overlapping run published it, or somebody saved another version meanwhile.
      if (later?.state !== 'scheduled' || later.version !== day.version) continue
      console.error(JSON.stringify({ at: 'publication', date, error: String(error) }))
      if (later.failure === null) await recordFailure(db, day, String(error), now)
    }
  }
}

async function publishDay(db: Database, day: Day, now: Date) {
  const { date, version, content } = day
  const at = now.toISOString()
  // The digest of an approved version; the database refuses any other.
  const file = { path: pathOf(date), digest: await sha256(JSON.stringify(content)), now: at }
  const load = stagePage(pageDraftOf(day, dayInIndia(now)), at)
  await runStatements(db, [
    ...(await loadStatements(file, load, readScript)),
    {
      text: `UPDATE affairs_days SET state = 'published', published_version = version,
        published_at = ?, failure = NULL
        WHERE date = ? AND version = ?`,
      values: [at, date, version],
    },
    auditStatement(event(null, 'affairs_published', date, { version }), now),
  ])
}

async function recordFailure(db: Database, { date, version }: Day, reason: string, now: Date) {
  await runStatements(db, [
    {
      text: 'UPDATE affairs_days SET failure = ? WHERE date = ? AND version = ?',
      values: [reason.slice(0, 500), date, version],
    },
    auditStatement(event(null, 'affairs_failed', date, { version }), now),
  ])
}

/** Takes a published day off the site. Its text stays as a draft. -> whether it was published. */
export async function withdrawDay(db: Database, date: string, operator: Operator, now: Date) {
  const day = await dayOf(db, date)
  if (!day || day.publishedVersion === null) return false
  await runStatements(db, [
    ...withdrawalStatements([{ kind: 'page', slug: slugOf(date) }], now.toISOString()),
    {
      text: `UPDATE affairs_days SET state = 'draft', published_version = NULL, published_at = NULL
        WHERE date = ?`,
      values: [date],
    },
    auditStatement(
      event(operator, 'affairs_withdrawn', date, { version: day.publishedVersion }),
      now,
    ),
  ])
  return true
}

const readScript: ReadScript = (name) => {
  if (name === 'page') return Promise.resolve(pageSql)
  if (name === 'questions') return Promise.resolve(questionsSql)
  throw new Error(`the desk does not publish by ${name}.sql`)
}

/** The day as a page of current affairs, in the languages in which it is complete. */
function pageDraftOf({ date, content }: Day, checkedOn: string): PageDraft {
  const languages = completeLocales(content)
  const inEach = (textIn: (locale: Locale) => string): Texts =>
    Object.fromEntries(languages.map((locale) => [locale, textIn(locale)]))
  return {
    file: pathOf(date),
    line: 0,
    slug: slugOf(date),
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
  }
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
