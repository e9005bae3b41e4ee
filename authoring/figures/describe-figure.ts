import type { Locale } from '../../domain/locale.ts'
import type { Cell, CellElement } from './cell.ts'
import type { Direction } from './compass.ts'
import { figureWords, type FigureWords } from './figure-words.ts'
import type { Figure } from './figure.ts'

/** A figure in words, for readers who cannot see it. It says what is drawn and not what follows
 *  from it: letters in a mirror are described, not solved. */
export function describeFigure(figure: Figure, locale: Locale): string {
  const words = figureWords[locale]
  switch (figure.is) {
    case 'cells':
      return figure.cells
        .map((cell, index) => `${index + 1}: ${describeCell(cell, words)}`)
        .join('; ')
    case 'cell':
      return describeCell(figure.cell, words)
    case 'text': {
      const letters = Array.from(figure.text).join(' ')
      if (figure.under === null) return letters
      return (figure.isReordered ? words.textInOrder : words.text)[figure.under](letters)
    }
    case 'die':
      return figure.views
        .map((view, index) => `${words.die} ${index + 1}: ${words.faces(view)}`)
        .join('; ')
    case 'venn':
      return words.venn[figure.relation]
    case 'sets':
      return describeSets(figure.numbers, words)
    case 'grid':
      return words.grid(figure.segments.map((segment) => Array.from(segment).join('–')).join(', '))
    case 'sheet':
      return words.holes(figure.holes.map(([r, c]) => words.field(Number(r), Number(c))))
    case 'fold': {
      const [row, column] = figure.hole
      const steps = figure.steps.map((step) => words.fold[step])
      return [...steps, words.punched(words.field(Number(row), Number(column)))].join('; ')
    }
  }
}

const describeCell = (cell: Cell, words: FigureWords): string =>
  cell === null ? words.missing : cell.map((element) => describeElement(element, words)).join(', ')

function describeElement(element: CellElement, words: FigureWords): string {
  const towards = (direction: Direction) => words.directions[direction]
  switch (element.is) {
    case 'arrow':
      return words.arrow(towards(element.to))
    case 'line':
      return words.line(towards(element.to))
    case 'flag':
      return words.flag(towards(element.to), element.isLeft)
    case 'quarter':
      return words.quarter(towards(element.at))
    case 'half':
      return words.half(towards(element.at))
    case 'dot':
      return words.dot(
        element.at === 'c' ? words.centre : towards(element.at),
        element.isOpen ? words.open : words.filled,
      )
    case 'strokes':
      return words.strokes(element.count)
    case 'circle':
    case 'triangle':
    case 'square':
    case 'pentagon':
    case 'hexagon':
      return `${element.isFilled ? words.filled : words.open} ${words.shapes[element.is]}`
  }
}

function describeSets(numbers: readonly number[], words: FigureWords): string {
  const parts =
    numbers.length === 3
      ? [words.only('A'), words.only('B'), words.both('A', 'B')]
      : [
          ...['A', 'B', 'C'].map((name) => words.only(name)),
          ...['AB', 'BC', 'CA'].map(([one = '', other = '']) => words.both(one, other)),
          words.all,
        ]
  return parts.map((part, index) => `${part} ${numbers[index]!}`).join('; ')
}
