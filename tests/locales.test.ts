import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages, locales, recordOfLocales, type Locale } from '../domain/locale.ts'
import { languageProblem } from '../authoring/checks/language.ts'

/** By the numbers that select a text: 'count=1', 'count=*'. */
type Variants = [{ declarations: string[]; selectors: string[]; match: Record<string, string> }]
type MessageFile = Record<string, string | Variants>

const textsOf = (message: string | Variants | undefined): string[] =>
  typeof message === 'object' ? Object.values(message[0].match) : [message ?? '']

const messagesIn = (folder: string) =>
  recordOfLocales(
    (locale: Locale) => JSON.parse(readFileSync(`${folder}/${locale}.json`, 'utf8')) as MessageFile,
  )

/** Names that stay in Latin letters in every language. */
const terms = [
  'RRB',
  'NTPC',
  'SSC',
  'GD',
  'AP',
  'TET',
  'DSC',
  'SGT',
  'PET',
  'SA',
  'AO',
  'AAO',
  'OTP',
  // Names of programs and companies, for those who work at the desk.
  ...['Cloudflare Access', 'Google Authenticator', 'Aegis'],
]

describe.each(['locales', 'locales/desk'])('the messages of every language in %s', (folder) => {
  const messages = messagesIn(folder)
  const keys = Object.keys(messages[locales[0]!]).filter((key) => key !== '$schema')

  it.each(locales)('have the same keys in the same order, and none is empty, in %s', (locale) => {
    expect(Object.keys(messages[locale]).filter((key) => key !== '$schema')).toEqual(keys)
    const isEmpty = (text: string) => text.trim() === ''
    expect(keys.filter((key) => textsOf(messages[locale][key]).some(isEmpty))).toEqual([])
  })

  it('have the same placeholders', () => {
    const placeholders = (message: string | Variants | undefined) => {
      const found = textsOf(message).flatMap((text) => text.match(/\{\w+\}/g) ?? [])
      return [...new Set(found)].sort().join()
    }
    const differing = keys.filter(
      (key) => new Set(Object.values(messages).map((file) => placeholders(file[key]))).size > 1,
    )
    expect(differing).toEqual([])
  })

  it.each(locales.filter((locale) => languages[locale].script !== 'Latin'))(
    'are written in their own script, with Latin digits, in %s',
    (locale) => {
      const texts = keys.flatMap((key) =>
        textsOf(messages[locale][key]).map((text) => [key, text.replace(/\{\w+\}/g, '')] as const),
      )
      const problems = texts.flatMap(([key, text]) => {
        const problem = languageProblem(text, locale, terms)
        const hasNativeDigits = /(?![0-9])\p{Nd}/u.test(text)
        return problem || hasNativeDigits ? [`${key}: ${problem ?? 'native digits'}`] : []
      })
      expect(problems).toEqual([])
    },
  )
})

/** Endings of Kannada and Telugu apart from their word. Those of an address stay apart, so that
 *  they are not taken for its end. */
const looseEnding: Partial<Record<Locale, RegExp>> = {
  kn: /\{(?!contact|email)\w+\} (?:[ರನ]ಲ್ಲಿ|ರಿಂದ|ರಂದು|ಗೆ|ಕ್ಕೆ|ನದು|ವರೆಗೆ)(?!\p{L}|\p{M})/u,
  te: /\{(?!contact|email)\w+\} (?:లో|కు|కి|ను|న)(?!\p{L}|\p{M})/u,
}

describe.each(['locales', 'locales/desk'])('the values in messages of %s', (folder) => {
  const messages = messagesIn(folder)
  it.each(locales)('are followed by their ending without a space, in %s', (locale) => {
    const apart = Object.entries(messages[locale]).filter(([, message]) =>
      textsOf(message).some((text) => looseEnding[locale]?.test(text)),
    )
    expect(apart.map(([key]) => key)).toEqual([])
  })
})

/** A number before a noun in the plural. Kannada and Telugu join the ending to the noun. */
const countedPlural: Record<Locale, RegExp> = {
  en: /\{(\w+)\} (?:(?:other|first|premium|wrong) )*(?!is\b|was\b|has\b|as\b)[a-z]+s\b/,
  kn: /\{(\w+)\} (?:ಇತರ |ಪ್ರೀಮಿಯಂ )*\p{L}[\p{L}\p{M}\u200c]*ಗಳ/u,
  te: /\{(\w+)\} (?:ప్రీమియం )*\S*(?:లు|ల|ల్?లోపు?|ల(?:కు|ను|పై|తో|పాటు))(?!\p{L}|\p{M})/u,
}

/** Placeholders that no number takes. */
const textNames = ['provider', 'end', 'replaced', 'kept']

const countsPlural = (text: string, locale: Locale) =>
  !textNames.includes(countedPlural[locale].exec(text)?.[1] ?? textNames[0]!)

/** What the numbers of these sentences are, which is never one. */
const alwaysMany: Record<string, string> = {
  bookmarks_too_long: 'a limit of 1,000',
  cards_days: 'one day is “tomorrow”',
  cards_mine_import_about: 'a limit of 2,000',
  cards_mine_import_cut: 'a limit of 2,000',
  cards_mine_package_large: 'a limit of 20,000',
  cards_mine_skipped_too_long: 'a limit of 1,000',
  cards_mine_wrong: 'a limit of 1,000',
  cards_missed_times: 'shown from two',
  cards_months: 'shown from 60 days',
  hall_rule_example_fifth: 'an example of several',
  live_distribution_text: 'shown from five participants',
  live_rule_arrives_late: 'a fixed period of hours',
  notice_feedback: 'a fixed period of days',
  notice_payment: 'a fixed period of years',
  offline_broken: 'a pack has at least two pages',
  offline_draft_part: 'in Kannada and Telugu of all answers, which stay several',
  offline_full: 'a pack has at least two pages',
  offline_progress: 'a pack has at least two pages',
  offline_size: 'a pack has at least two pages',
  pay_in_browser_once: 'a fixed period of minutes',
  pay_link_expired_body: 'a fixed period of minutes',
  plan_ends_in: 'one day is “today”',
  progress_distribution_about: 'shown from five attempts',
  progress_days_about: 'a fixed period of days',
  progress_topics_all: 'shown where the list is cut',
  progress_weak: 'one topic has its own sentence',
  quiz_score: 'a quiz has at least two questions',
  result_apart_period: 'a fixed period of hours',
  result_better_than: 'shown from five attempts',
  result_left_out: 'a fixed number of seconds',
  result_not_earnest: 'a fixed number of seconds',
  result_time_text: 'a time as 1:20',
  result_topics_more: 'shown where the list is cut',
  start_extra_note: 'minutes of an hour',
}

describe('messages with numbers', () => {
  const messages = messagesIn('locales')

  it.each(locales)('have a form for one where a noun in the plural follows, in %s', (locale) => {
    const wrong = Object.entries(messages[locale]).filter(
      ([key, message]) =>
        typeof message === 'string' &&
        countsPlural(message, locale) &&
        !Object.hasOwn(alwaysMany, key),
    )
    expect(wrong).toEqual([])
  })

  it('are listed as always many only where they need it', () => {
    const needed = locales.flatMap((locale) =>
      Object.entries(messages[locale])
        .filter(([, message]) => textsOf(message).some((text) => countsPlural(text, locale)))
        .map(([key]) => key),
    )
    expect(Object.keys(alwaysMany).filter((key) => !needed.includes(key))).toEqual([])
  })

  it.each(locales)(
    'have a text for every number, the one of Kannada also for 0, in %s',
    (locale) => {
      for (const [key, message] of Object.entries(messages[locale])) {
        if (typeof message === 'string') continue
        const [{ declarations, selectors, match }] = message
        const cases = Object.keys(match).map((text) => text.split(', '))
        expect(cases.at(-1), key).toEqual(selectors.map((name) => `${name}=*`))
        const expected = locale === 'kn' ? ['0', '1', '*'] : ['1', '*']
        for (const [at, name] of selectors.entries())
          expect([...new Set(cases.map((one) => one[at]))], key).toEqual(
            expected.map((number) => `${name}=${number}`),
          )
        const used = Object.values(match).flatMap((text) => text.match(/\{\w+\}/g) ?? [])
        expect(declarations.toSorted(), key).toEqual(
          [...new Set(used)].map((name) => `input ${name.slice(1, -1)}`).toSorted(),
        )
      }
    },
  )
})

describe('the messages of the site', () => {
  it('match the sentences that the specification prescribes', () => {
    expect(messagesIn('locales').en).toMatchObject({
      wait_overlay: "Don't refresh the screen while loading...",
      something_went_wrong: 'Something went wrong',
      back_to_home: 'Back To Home',
      login_with_email: 'Login With Email',
      unreachable: 'Internet connection failure or server is down',
      practice_papers: 'Practice Papers',
      subject_papers: 'Subject-wise Papers',
      previous_papers: 'Previous Papers',
    })
  })
})
