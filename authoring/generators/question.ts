import type { Locale } from '../../domain/locale.ts'
import { grouped } from './amounts.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The languages of generated questions. A further one needs texts in every template. */
export type GeneratedLocale = Extract<Locale, 'kn' | 'en' | 'te'>

/** One text in each language of generated questions. */
export type Translations = Record<GeneratedLocale, string>

/** A question that is not part of a paper yet. `correct`: index of the right option, from 0.
 *  `keepsOrder`: the options are printed in this order, as everybody knows it ('only I', 'only II',
 *  'both', 'neither'). */
export type Question = {
  topics: string[]
  stem: Translations
  options: Translations[]
  correct: number
  explanation: Translations
  keepsOrder?: boolean
}

/** One kind of question, whose numbers are drawn. A family is a list of templates. */
export type QuestionTemplate = (random: SeededRandom) => Question

type Draft = {
  topics: string[]
  stem: Translations
  right: Translations | string
  /** The results of typical mistakes, the likeliest first. */
  wrong: readonly (Translations | string)[]
  why: Translations
}

/** Puts the right answer in a random position, beside the first three wrong ones that differ.
 *  Throws where fewer than three differ. */
export function makeQuestion(
  random: SeededRandom,
  { topics, stem, right, wrong, why }: Draft,
): Question {
  const key = inAllLanguages(right)
  const options = [key]
  for (const answer of wrong.map(inAllLanguages))
    if (options.length < 4 && options.every((other) => differ(answer, other))) options.push(answer)
  if (options.length < 4) throw new Error(`Too few different options: ${stem.en}`)
  const printed = random.shuffled(options)
  return { topics, stem, options: printed, correct: printed.indexOf(key), explanation: why }
}

/** The right number and wrong ones: first the results of mistakes that are positive whole numbers
 *  (where `step` is below 10 also halves), then the neighbours at multiples of `step`, so that
 *  there are always three. */
export function numericAnswers(
  right: number,
  mistakes: readonly number[],
  step: number,
  format: (number: number) => string = grouped,
): { right: string; wrong: string[] } {
  const parts = step < 10 ? 2 : 1
  const usable = mistakes.filter((number) => number > 0 && Number.isInteger(number * parts))
  const neighbours = [1, -1, 2, -2, 3, 4].map((steps) => right + steps * step)
  return {
    right: format(right),
    wrong: [...usable, ...neighbours.filter((number) => number > 0)].map(format),
  }
}

const inAllLanguages = (text: Translations | string): Translations =>
  typeof text === 'string' ? { kn: text, te: text, en: text } : text

const differ = (one: Translations, other: Translations) =>
  one.kn !== other.kn && one.te !== other.te && one.en !== other.en
