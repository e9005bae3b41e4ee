import { findExam } from '../exams.ts'
import { authoritativeLocale, isLocale, type Locale } from '../locale.ts'
import { bestLocaleOf, type AttemptSummary, type Localized } from './attempt-result.ts'

/** An attempt as the one who sits it has it. Times are ISO; `now` is the server's clock when it answered.
 *  `sectionEnds` is empty unless every section has a clock of its own. `carryKey` opens nothing but the way in for answers. */
export type Attempt = AttemptSummary & {
  locale: Locale
  extraTime: boolean
  graceSeconds: number
  now: string
  sectionEnds: readonly { section: string; startsAt: string; endsAt: string }[]
  carryKey: string
  lastTick: number
}

/** Whose hall it looks and behaves like: most computer tests, or the railway boards'. */
export const skins = ['standard', 'railway'] as const
export type Skin = (typeof skins)[number]

export const skinOf = (exam: string): Skin =>
  findExam(exam)?.group === 'railway' ? 'railway' : 'standard'

export const hallPath = (attemptId: string) => `/attempts/${attemptId}`

/** Inside a test nobody counts and nobody advertises. */
export const isHall = (path: string) => /^\/attempts\/[0-9a-f-]{36}$/.test(path)

/** Which languages of a paper are seen: one, or two beside each other, the reader's own first. */
export type ShownLanguages = Locale | `${Locale} ${Locale}`

export const firstShown = (shown: ShownLanguages): Locale => shown.split(' ')[0] as Locale

/** 'kn en' -> itself, if the paper has both; anything else that cannot be shown -> the fallback. */
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

/** What can be chosen to be seen: each language, and the reader's own beside English, which prevails in case of doubt
 *  (for who reads English first: English beside the paper's own). */
export function languageChoices(languages: readonly Locale[], first: Locale): ShownLanguages[] {
  const other =
    first !== authoritativeLocale && languages.includes(authoritativeLocale)
      ? authoritativeLocale
      : languages.find((language) => language !== first)
  return other === undefined ? [...languages] : [...languages, `${first} ${other}`]
}

/** A text in the language asked for, or in the next best one that it exists in. */
export function bestTextOf<Text>(
  texts: Localized<Text>,
  reader: Locale,
): { locale: Locale; text: Text } | null {
  const locale = bestLocaleOf(texts, reader)
  const text = locale === null ? undefined : texts[locale]
  return locale === null || text === undefined ? null : { locale, text }
}

/** How many minutes a paper gives; candidates with disabilities get a third more (120 for 90). */
export const minutesAllowed = (minutes: number, extraTime: boolean) =>
  extraTime ? Math.ceil((minutes * 4) / 3) : minutes

/** A penalty in whole marks: '1/4' -> 4 wrong answers take 1 mark; '1/2' -> 2 take 1; '0' -> nothing is taken. */
export function penaltyInWholeMarks(fraction: string): { answers: number; marks: number } | null {
  const [marks = 0, answers = 1] = fraction.split('/').map(Number)
  return marks === 0 ? null : { answers, marks }
}

/** What a paper's marking comes to, by an example in whole marks: of 100 questions 70 right, 20 wrong. */
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
