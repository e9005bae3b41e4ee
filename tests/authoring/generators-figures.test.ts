import { describe, expect, it } from 'vitest'
import { describeFigure } from '../../authoring/figures/describe-figure.ts'
import { drawFigure } from '../../authoring/figures/draw-figure.ts'
import { readFigureText, writeFigure } from '../../authoring/figures/figure.ts'
import { figureTexts } from '../../authoring/question-forms/stem-blocks.ts'
import {
  numbersOf,
  onlyOne,
  questionsOf,
  rightOptions,
  type Solvers,
} from '../support/drawn-questions.ts'

const directions = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw']
const figureOf = (text: string) => figureTexts(text)[0] ?? ''
const bodyOf = (text: string) => figureOf(text).replace(/^\w+ /, '')
const cellsOf = (text: string) => bodyOf(text).split(' / ')
/** Every direction of a cell replaced, and the side of a flag's cloth exchanged if asked. */
function replaced(cell: string, table: Record<string, string>, isReversed: boolean): string {
  const moved = cell.replace(/\b([ns]?[ew]|[ns])\b/g, (direction) => table[direction]!)
  if (!isReversed) return moved
  return moved.replace(/flag (\w+)( left)?/g, (_, to, left) => `flag ${to}${left ? '' : ' left'}`)
}
const inMirror = { n: 'n', ne: 'nw', e: 'w', se: 'sw', s: 's', sw: 'se', w: 'e', nw: 'ne' }
const inWater = { n: 's', ne: 'se', e: 'e', se: 'ne', s: 'n', sw: 'nw', w: 'w', nw: 'sw' }
const turnedBy = (eighths: number) =>
  Object.fromEntries(
    directions.map((direction, index) => [direction, directions[(index + eighths + 16) % 8]!]),
  )
const turnBetween = (from: string, to: string) =>
  onlyOne([0, 1, 2, 3, 4, 5, 6, 7], (eighths) => replaced(from, turnedBy(eighths), false) === to)

/** Continues each word of a cell: directions by the turn between the first two cells, words that
 *  alternate by their alternation, and shapes by their sides. */
function continued(cells: readonly string[]): string {
  const parts = cells.slice(0, -1).map((cell) => cell.split(', ').map((part) => part.split(' ')))
  const last = parts.length - 1
  return parts[0]!
    .map((_, at) => {
      const [one, two, three] = [parts[0]![at]!, parts[1]![at]!, parts[last]![at]!]
      const shapes = ['triangle', 'square', 'pentagon', 'hexagon']
      const side = shapes.indexOf(three[0]!)
      const shape = side < 0 ? three[0]! : shapes[side + 1]!
      const step = one[1] && directions.includes(one[1]) ? turnBetween(one[1], two[1]!) : null
      const to = step === null ? [] : [directions[(directions.indexOf(three[1]!) + step) % 8]!]
      const before = parts[last - 1]![at]!
      const kinds = before.filter((word) => word === 'open' || word === 'filled')
      return [shape, ...to, ...kinds].join(' ')
    })
    .join(', ')
}
const next = (_: number[], stem: string) => `{{cell ${continued(cellsOf(stem))}}}`

/** Every die (top, front, right, bottom, back, left) in all 24 positions. */
const turnsOfDie = (die: readonly number[]): number[][] => {
  const seen = new Map<string, number[]>()
  const queue = [[...die]]
  for (let now = queue.pop(); now; now = queue.pop()) {
    if (seen.has(now.join())) continue
    seen.set(now.join(), now)
    const [t, f, r, b, k, l] = now as [number, number, number, number, number, number]
    queue.push([f, b, r, k, t, l], [l, f, t, r, k, b])
  }
  return [...seen.values()]
}
const permutations = (items: readonly number[]): number[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) =>
        permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
      )
const allDice = permutations([2, 3, 4, 5, 6]).map((rest) => [1, ...rest])
const viewsByDie = allDice.map((die) => ({
  die,
  views: new Set(turnsOfDie(die).map((now) => now.slice(0, 3).join(' '))),
}))

const pointsOf = (segment: string) =>
  Array.from(segment, (letter) => {
    const index = 'abcdefghi'.indexOf(letter)
    return [index % 3, Math.floor(index / 3)] as const
  })
const keyOf = (segment: string, dx: number, dy: number) =>
  pointsOf(segment)
    .map(([x, y]) => `${x + dx},${y + dy}`)
    .sort()
    .join(' ')

const contained = (part: string, whole: string) => {
  const lines = new Set(whole.split(' ').map((segment) => keyOf(segment, 0, 0)))
  return [-2, -1, 0, 1, 2].some((dx) =>
    [-2, -1, 0, 1, 2].some((dy) =>
      part.split(' ').every((segment) => lines.has(keyOf(segment, dx, dy))),
    ),
  )
}

/** Unfolds a punched sheet step by step, the last fold first. */
function unfolded(steps: readonly string[], hole: string): string {
  let holes = [[Number(hole[0]), Number(hole[1])] as [number, number]]
  for (const step of steps.toReversed()) {
    const beyond = holes.map(([row, column]): [number, number] =>
      step === 'left' || step === 'right' ? [row, 5 - column] : [5 - row, column],
    )
    holes = [...holes, ...beyond]
  }
  return [...new Set(holes.map((place) => place.join('')))].sort().join(' ')
}

/** The relation of three classes of the question, as a teacher would know it. */
const relations: Record<string, RegExp> = {
  nested: /district|cow/,
  apart: /horse|bus/,
  'two-in-one': /potato|gold/,
  'overlap-in-one': /singers, poets/,
  'one-in-one-apart': /women, men|Wednesday/,
  'overlap-apart': /cats/,
  'one-in-one-crossed': /doctors/,
  'all-overlap': /women, teachers/,
}

const transformedText =
  (under: string) =>
  (_: number[], stem: string): string =>
    `{{text ${bodyOf(stem)} ${under}}}`

const solvers: Solvers = {
  figureSeries: {
    turningArrow: next,
    shadedQuarter: next,
    growingShape: next,
    figureAnalogy: (_, stem) => {
      const [one = '', two = '', three = ''] = cellsOf(stem)
      return `{{cell ${replaced(three, turnedBy(turnBetween(one, two)), false)}}}`
    },
    reversedFigure: (_, _stem, options) =>
      onlyOne(options, (option) => {
        const others = options.filter((other) => other !== option)
        return others.every(
          (other) =>
            !directions.some(
              (_, eighths) => replaced(bodyOf(option), turnedBy(eighths), false) === bodyOf(other),
            ),
        )
      }),
  },
  figureImages: {
    mirrorOfWord: transformedText('mirror'),
    waterImageOfWord: transformedText('water'),
    mirrorOfFigure: (_, stem) => `{{cell ${replaced(bodyOf(stem), inMirror, true)}}}`,
    waterImageOfFigure: (_, stem) => `{{cell ${replaced(bodyOf(stem), inWater, true)}}}`,
  },
  vennDiagramQuestions: {
    relationOfThree: (_, stem) =>
      `{{venn ${onlyOne(Object.keys(relations), (name) => relations[name]!.test(stem))}}}`,
    numbersOfTwo: (_, stem) => {
      const [a = 0, b = 0] = numbersOf(bodyOf(stem))
      return a + b
    },
    numbersOfThree: (_, stem) => {
      const numbers = numbersOf(bodyOf(stem))
      return numbers[3]! + numbers[4]! + numbers[5]!
    },
  },
  dieAndPaper: {
    oppositeFace: ([asked], stem) => {
      const views = bodyOf(stem).split(' / ')
      const fitting = viewsByDie.filter((die) => views.every((view) => die.views.has(view)))
      const opposite = fitting.map(({ die }) => die[(die.indexOf(asked!) + 3) % 6]!)
      return onlyOne([1, 2, 3, 4, 5, 6], (number) => opposite.every((one) => one === number))
    },
    punchedSheet: (_, stem) => {
      const words = bodyOf(stem).split(' ')
      return `{{sheet ${unfolded(words.slice(0, -1), words.at(-1)!)}}}`
    },
    embeddedFigure: (_, stem, options) =>
      onlyOne(options, (option) => contained(bodyOf(stem), bodyOf(option))),
  },
}

const families = Object.keys(solvers)
const drawn = families.flatMap((family) => questionsOf(family))

describe('computed questions with figures', () => {
  it.each(families)('%s keys equal the answers of an independent solver', (family) => {
    for (const { question, template } of questionsOf(family)) {
      const solver = solvers[family]![template]
      expect(solver, template).toBeDefined()
      const right = rightOptions(solver!, question)
      const key = right.map((_, index) => index === question.correct)
      expect(right, JSON.stringify(question)).toEqual(key)
    }
  })

  it('have options that all differ as pictures', () => {
    for (const { question } of drawn) {
      const pictures = question.options.flatMap(({ en }) =>
        figureTexts(en).map((text) => drawFigure(readFigureText(text), '')),
      )
      expect(new Set(pictures).size, JSON.stringify(question.options)).toBe(pictures.length)
    }
  })

  it('have descriptions that differ where the pictures do, in three languages', () => {
    for (const { question } of drawn)
      for (const locale of ['kn', 'en', 'te'] as const) {
        const words = question.options.flatMap((option) =>
          figureTexts(option[locale]).map((text) => describeFigure(readFigureText(text), locale)),
        )
        expect(new Set(words).size).toBe(words.length)
      }
  })

  it('have figures of less than 1,500 characters that are written as they were read', () => {
    for (const { question } of drawn)
      for (const text of [question.stem.en, ...question.options.map(({ en }) => en)].flatMap(
        figureTexts,
      )) {
        expect(writeFigure(readFigureText(text))).toBe(`{{${text}}}`)
        expect(drawFigure(readFigureText(text), '').length).toBeLessThan(1500)
      }
  })

  it('use letters in mirrors that no reflection leaves as they are', () => {
    for (const { question, template } of questionsOf('figureImages'))
      if (template.endsWith('Word')) expect(bodyOf(question.stem.en)).toMatch(/^[FGPRL47]+$/)
  })
})
