import type { Exam } from '../exams.ts'
import { authoritativeLocale, isLocale, type Locale } from '../locale.ts'
import { bestLocaleOf, type AttemptSummary, type Localized } from './attempt-result.ts'

/** An attempt as its owner sees it. Times are ISO 8601. now: the server's time of the response.
 *  sectionEnds: empty unless every section has its own time limit. carryKey: permits sending events
 *  without a session, and nothing else. */
export type Attempt = AttemptSummary & {
  locale: Locale
  extraTime: boolean
  graceSeconds: number
  now: string
  sectionEnds: readonly { section: string; startsAt: string; endsAt: string }[]
  carryKey: string
  lastTick: number
}

/** The computer test that the hall imitates: the railway boards', or that of the other boards. */
export const skins = ['standard', 'railway'] as const
export type Skin = (typeof skins)[number]

export const skinOf = (exam: Exam | undefined): Skin =>
  skins.find((skin) => skin === exam?.hall) ?? 'standard'

/** The languages in which a paper is shown: one, or two beside each other, the reader's own
 *  first. */
export type ShownLanguages = Locale | `${Locale} ${Locale}`

export const firstShown = (shown: ShownLanguages): Locale => shown.split(' ')[0] as Locale

/** Parses 'kn en' or 'kn', if the paper has these languages; anything else gives the fallback. */
export function parseShownLanguages(
  text: string | undefined,
  languages: readonly Locale[],
  fallback: Locale,
): ShownLanguages {
  const [first, second, ...more] = (text ?? '').split(/[ +]/)
  const has = (word: string | undefined): word is Locale =>
    isLocale(word) && languages.includes(word)
  if (more.length > 0 || !has(first)) return fallback
  if (second === undefined) return first
  return has(second) && second !== first ? `${first} ${second}` : first
}

/** The choices of languages: each alone, and the reader's own beside the authoritative one (for its
 *  readers: beside another language of the paper). */
export function languageChoices(languages: readonly Locale[], first: Locale): ShownLanguages[] {
  const other =
    first !== authoritativeLocale && languages.includes(authoritativeLocale)
      ? authoritativeLocale
      : languages.find((language) => language !== first)
  return other === undefined ? [...languages] : [...languages, `${first} ${other}`]
}

/** A text in the reader's language, or in the first fallback in which it exists; null: in none. */
export function bestTextOf<Text>(
  texts: Localized<Text>,
  reader: Locale,
): { locale: Locale; text: Text } | null {
  const locale = bestLocaleOf(texts, reader)
  const text = locale === null ? undefined : texts[locale]
  return locale === null || text === undefined ? null : { locale, text }
}

/** The minutes of an attempt. Candidates with disabilities get a third more: 120 for 90. */
export const minutesAllowed = (minutes: number, extraTime: boolean) =>
  extraTime ? Math.ceil((minutes * 4) / 3) : minutes

/** A penalty in whole marks: '1/4' -> 4 wrong answers cost 1 mark; '0' -> null. */
export function penaltyInWholeMarks(fraction: string): { answers: number; marks: number } | null {
  const [marks = 0, answers = 1] = fraction.split('/').map(Number)
  return marks === 0 ? null : { answers, marks }
}

/** An example of a paper's marking in whole marks: of 100 questions, 70 right and 20 wrong. */
export function markingExample(questionCount: number, marks: { right: string; wrong: string }) {
  const [gain = 1, forRight = 1] = marks.right.split('/').map(Number)
  const taken = penaltyInWholeMarks(marks.wrong)
  const step = taken?.answers ?? 1
  const right = Math.max(1, Math.round((questionCount * 0.7) / forRight)) * forRight
  const wrong = Math.min(
    Math.max(1, Math.floor((questionCount * 0.2) / step)) * step,
    questionCount,
  )
  const gained = (right / forRight) * gain
  const lost = taken ? (wrong / step) * taken.marks : 0
  return { right, wrong, gained, lost, score: gained - lost }
}
