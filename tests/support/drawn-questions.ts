import { seededRandom } from '../../authoring/generators/seeded-random.ts'
import type { Question } from '../../authoring/generators/question.ts'
import { families } from '../../authoring/generators/syllabus.ts'

export type DrawnQuestion = { family: string; template: string; question: Question }

/** 300 questions of each family, evenly from its templates. */
export const drawnQuestions: readonly DrawnQuestion[] = Object.entries(families).flatMap(
  ([family, templates]) =>
    Array.from({ length: 300 }, (_, seed) => {
      const template = templates[seed % templates.length]!
      return {
        family,
        template: template.name,
        question: template(seededRandom(`${template.name} ${seed}`)),
      }
    }),
)

export const questionsOf = (name: string) => drawnQuestions.filter(({ family }) => family === name)

/** Solves a question from its English stem. `n`: the numbers of the stem in their order. Returns
 *  the right option, or its value. */
export type Solver = (n: number[], stem: string, options: string[]) => number | string
export type Solvers = Record<string, Record<string, Solver>>

/** The numbers of a text in their order: '₹1,500 at 7:20' -> [1500, 7, 20]. */
export const numbersOf = (text: string) =>
  (text.replace(/(\d),(?=\d)/g, '$1').match(/\d+(?:\.\d+)?/g) ?? []).map(Number)

/** '₹5,400' -> 5400, '16⅔%' -> 16.67, '3/4' -> 0.75. */
function amount(option: string): number {
  const [, top, bottom] = /^(\d+)\/(\d+)$/.exec(option) ?? []
  if (top) return Number(top) / Number(bottom)
  const signs: Record<string, number> = { '½': 1 / 2, '⅓': 1 / 3, '⅔': 2 / 3 }
  const [, whole = '', sign = ''] = /^₹?([\d,.]*)([½⅓⅔]?)/.exec(option) ?? []
  return Number(whole.replaceAll(',', '')) + (signs[sign] ?? 0)
}

export const near = (one: number, other: number) => Math.abs(one - other) < 1e-6

/** Which options the answer of a solver makes right. */
export const rightOptions = (solver: Solver, { stem, options }: Question): boolean[] => {
  const texts = options.map(({ en }) => en)
  const answer = solver(numbersOf(stem.en), stem.en, texts)
  return texts.map((option) =>
    typeof answer === 'string' ? option === answer : near(amount(option), answer),
  )
}

/** The first number that fits, in steps. */
export function firstNumber(fits: (number: number) => boolean, from = 1, step = 1): number {
  for (let number = from; number < 1e6; number += step) if (fits(number)) return number
  throw new Error('No number fits')
}

/** The only item that fits. */
export function onlyOne<Item>(items: readonly Item[], fits: (item: Item) => boolean): Item {
  const fitting = items.filter(fits)
  if (fitting.length !== 1) throw new Error(`${fitting.length} fit of ${items.join(' | ')}`)
  return fitting[0]!
}

/** The value of a sum such as '82 − 2[29 − (14 − 3)]', by recursive descent. */
export function evaluate(text: string): number {
  const tokens = text
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/(\d)\(/g, '$1 × (')
    .match(/\d+(?:\.\d+)?|[+−×÷()]/g)!
  const factor = (): number => {
    const token = tokens.shift()!
    if (token !== '(') return Number(token)
    const value = sum()
    tokens.shift()
    return value
  }
  const product = (): number => {
    let value = factor()
    while (tokens[0] === '×' || tokens[0] === '÷')
      value = tokens.shift() === '×' ? value * factor() : value / factor()
    return value
  }
  const sum = (): number => {
    let value = product()
    while (tokens[0] === '+' || tokens[0] === '−')
      value = tokens.shift() === '+' ? value + product() : value - product()
    return value
  }
  return sum()
}
