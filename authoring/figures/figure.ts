import { readCell, writeCell, type Cell, type Transform } from './cell.ts'
import { isVennRelation, type VennRelation } from './venn.ts'

export type DieView = { top: number; front: number; right: number }
export const foldSteps = ['right', 'left', 'down', 'up'] as const
export type FoldStep = (typeof foldSteps)[number]

/** A figure, as a question's text describes it between {{ and }}. `grid`: lines between the nine
 *  points a to i. `sheet`: holes in a sheet of paper, each as row and column from 1 to 4. `fold`:
 *  how a sheet is folded in halves, then punched. `sets`: two or three overlapping sets with the
 *  number in each part: A, B, both; or A, B, C, AB, BC, CA, all. */
export type Figure =
  | { is: 'cells'; cells: readonly Cell[] }
  | { is: 'cell'; cell: NonNullable<Cell> }
  | { is: 'text'; text: string; under: Transform | null; isReordered: boolean }
  | { is: 'die'; views: readonly DieView[] }
  | { is: 'venn'; relation: VennRelation }
  | { is: 'sets'; numbers: readonly number[] }
  | { is: 'grid'; segments: readonly string[] }
  | { is: 'sheet'; holes: readonly string[] }
  | { is: 'fold'; steps: readonly FoldStep[]; hole: string }

const figureKinds = [
  'cells',
  'cell',
  'text',
  'die',
  'venn',
  'sets',
  'grid',
  'sheet',
  'fold',
] as const

/** A description between {{ and }}. */
export const figurePattern = /\{\{(.+?)\}\}/g

/** Reads a figure's description without its braces. Errors: throws with the reason. */
export function readFigureText(text: string): Figure {
  const [kind = '', ...rest] = text.trim().split(/\s+/)
  const is = figureKinds.find((known) => known === kind)
  if (!is) throw new Error(`"${kind}" is no kind of figure`)
  const body = rest.join(' ')
  switch (is) {
    case 'cells':
      return { is, cells: body.split(' / ').map(readCell) }
    case 'cell': {
      const cell = readCell(body)
      if (cell === null) throw new Error('a single cell cannot be missing')
      return { is, cell }
    }
    case 'text':
      return readTextFigure(rest)
    case 'die':
      return { is, views: body.split(' / ').map(readDie) }
    case 'venn':
      if (!isVennRelation(body)) throw new Error(`"${body}" is no relation of three sets`)
      return { is, relation: body }
    case 'sets': {
      const numbers = rest.map(Number)
      if ((rest.length !== 3 && rest.length !== 7) || !numbers.every(Number.isInteger))
        throw new Error('sets need 3 or 7 whole numbers')
      return { is, numbers }
    }
    case 'grid':
      if (!rest.every((segment) => /^[a-i][a-i]$/.test(segment)))
        throw new Error('a grid has segments such as "ab"')
      return { is, segments: rest }
    case 'sheet':
      if (!rest.every(isHole)) throw new Error('a sheet has holes such as "23"')
      return { is, holes: rest }
    case 'fold': {
      const hole = rest.at(-1) ?? ''
      const steps = rest.slice(0, -1).flatMap((word) => foldSteps.find((s) => s === word) ?? [])
      if (steps.length !== rest.length - 1 || !isHole(hole))
        throw new Error('a fold has steps such as "right down" and a hole such as "23"')
      return { is, steps, hole }
    }
  }
}

const isHole = (word: string) => /^[1-4][1-4]$/.test(word)

function readTextFigure([text = '', ...words]: string[]): Figure {
  const under = (['mirror', 'water', 'turn'] as const).find((word) => words.includes(word)) ?? null
  if (!/^[A-Z0-9]{2,8}$/.test(text)) throw new Error(`"${text}" is no text of a figure`)
  return { is: 'text', text, under, isReordered: words.includes('in-order') }
}

function readDie(text: string): DieView {
  const numbers = text.split(' ').map(Number)
  const [top = 0, front = 0, right = 0] = numbers
  if (new Set(numbers).size !== 3 || !numbers.every((n) => n >= 1 && n <= 6))
    throw new Error(`"${text}" is no view of a die: three different numbers from 1 to 6`)
  return { top, front, right }
}

/** The description that readFigureText reads, in its braces. */
export function writeFigure(figure: Figure): string {
  const body = () => {
    switch (figure.is) {
      case 'cells':
        return figure.cells.map(writeCell).join(' / ')
      case 'cell':
        return writeCell(figure.cell)
      case 'text':
        return [figure.text, figure.under, figure.isReordered && 'in-order']
          .filter(Boolean)
          .join(' ')
      case 'die':
        return figure.views.map(({ top, front, right }) => `${top} ${front} ${right}`).join(' / ')
      case 'venn':
        return figure.relation
      case 'sets':
        return figure.numbers.join(' ')
      case 'grid':
        return figure.segments.join(' ')
      case 'sheet':
        return figure.holes.join(' ')
      case 'fold':
        return [...figure.steps, figure.hole].join(' ')
    }
  }
  return `{{${figure.is} ${body()}}}`
}
