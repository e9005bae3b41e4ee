import type { Locale } from '../draft.ts'
import { grouped } from './amounts.ts'
import type { Dice } from './dice.ts'

/** One text in each of the three languages. */
export type Said = Record<Locale, string>

/** A question that has no place in a paper yet. `correct`: index of the right option, from 0. */
export type Question = {
  topics: string[]
  stem: Said
  options: Said[]
  correct: number
  explanation: Said
}

/** One kind of question with numbers still to be drawn. A family is a list of forms. */
export type Form = (dice: Dice) => Question

type Draft = {
  topics: string[]
  stem: Said
  right: Said | string
  /** What those answer who slip, the likeliest slip first. */
  wrong: readonly (Said | string)[]
  why: Said
}

/** Prints the right answer in a place that is drawn, beside the first three wrong ones that differ.
 *  Throws where fewer differ. */
export function ask(dice: Dice, { topics, stem, right, wrong, why }: Draft): Question {
  const key = inAll(right)
  const options = [key]
  for (const answer of wrong.map(inAll))
    if (options.length < 4 && options.every((other) => differ(answer, other))) options.push(answer)
  if (options.length < 4) throw new Error(`Too few different options: ${stem.en}`)
  const printed = dice.shuffled(options)
  return { topics, stem, options: printed, correct: printed.indexOf(key), explanation: why }
}

/** The right number and wrong ones beside it: the slips that come out whole (among small numbers also the halves),
 *  then its neighbours in steps, so that there are always three. */
export function numbers(
  right: number,
  slips: readonly number[],
  step: number,
  show: (number: number) => string = grouped,
): { right: string; wrong: string[] } {
  const parts = step < 10 ? 2 : 1
  const neat = slips.filter((slip) => slip > 0 && Number.isInteger(slip * parts))
  const near = [1, -1, 2, -2, 3, 4].map((steps) => right + steps * step)
  return { right: show(right), wrong: [...neat, ...near.filter((one) => one > 0)].map(show) }
}

const inAll = (text: Said | string): Said =>
  typeof text === 'string' ? { kn: text, te: text, en: text } : text

const differ = (one: Said, other: Said) =>
  one.kn !== other.kn && one.te !== other.te && one.en !== other.en
