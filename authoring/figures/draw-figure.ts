import { circle, drawCell, drawGrid, drawHoles, type Drawing } from './draw-cell.ts'
import type { Cell, Transform } from './cell.ts'
import type { DieView, Figure, FoldStep } from './figure.ts'
import { vennDiagrams } from './venn.ts'

/** Draws a figure as SVG of a few hundred bytes, in the colour of the text around it. `label`: its
 *  description for readers who cannot see it. */
export function drawFigure(figure: Figure, label: string): string {
  const { width, height, content, scale } = contentOf(figure)
  const size = `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`
  return (
    `<svg role="img" aria-label="${escaped(label)}" viewBox="0 0 ${width} ${height}" ${size}>` +
    `${content}</svg>`
  )
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

type Content = { width: number; height: number; scale: number; content: string }

function contentOf(figure: Figure): Content {
  switch (figure.is) {
    case 'cells':
      return row(
        figure.cells.map((cell) => (cell ? { cell } : null)),
        0.62,
      )
    case 'cell':
      return row([{ cell: figure.cell }], 0.8)
    case 'grid':
      return framed(drawGrid(figure.segments), 0.8)
    case 'sheet':
      return framed(drawHoles(figure.holes), 0.8)
    case 'text':
      return writing(figure.text, figure.under, figure.isReordered)
    case 'die':
      return die(figure.views)
    case 'venn':
      return {
        ...{ width: 120, height: 90, scale: 1 },
        content: paths({
          lines: vennDiagrams[figure.relation].map(([x, y, r]) => circle([x, y], r)).join(''),
          areas: '',
        }),
      }
    case 'sets':
      return sets(figure.numbers)
    case 'fold':
      return folding(figure.steps, figure.hole)
  }
}

const paths = ({ lines, areas }: Drawing, move = '') =>
  (lines && `<path class="l" d="${lines}"${move}></path>`) +
  (areas && `<path class="f" d="${areas}"${move}></path>`)

const frame = 'M2 2H98V98H2Z'
const framed = (drawing: Drawing, scale: number): Content => ({
  ...{ width: 100, height: 100, scale },
  content: paths({ ...drawing, lines: frame + drawing.lines }),
})

const letter = (x: number, y: number, text: string | number, more = '') =>
  `<text x="${x}" y="${y}"${more}>${text}</text>`

function row(cells: readonly ({ cell: NonNullable<Cell> } | null)[], scale: number): Content {
  const content = cells.map((item, index) => {
    const move = index === 0 ? '' : ` transform="translate(${index * 100})"`
    if (item === null)
      return paths({ lines: frame, areas: '' }, move) + letter(index * 100 + 50, 66, '?')
    const { lines, areas } = drawCell(item.cell)
    return paths({ lines: frame + lines, areas }, move)
  })
  return { width: cells.length * 100, height: 100, scale, content: content.join('') }
}

/** Letters and digits in a mirror, in water or after half a turn. `isReordered`: each letter is
 *  reflected, but stays in its place. */
function writing(text: string, under: Transform | null, isReordered: boolean): Content {
  const width = text.length * 34 + 16
  const flip = { mirror: [-1, 1], water: [1, -1], turn: [-1, -1] } as const
  const [sx, sy] = under === null ? [1, 1] : flip[under]
  // Reflecting the whole also reverses it left to right; the letters are reversed beforehand to
  // stay in place.
  const shown = isReordered && sx === -1 ? Array.from(text).reverse().join('') : text
  const letters = Array.from(shown, (one, index) => letter(25 + index * 34, 42, one)).join('')
  const move =
    sx === 1 && sy === 1
      ? ''
      : ` transform="translate(${sx === -1 ? width : 0} ${sy === -1 ? 60 : 0}) scale(${sx} ${sy})"`
  const scale = 0.7
  return { width, height: 60, scale, content: `<g${move}>${letters}</g>` }
}

function die(views: readonly DieView[]): Content {
  const cube = 'M10 40L50 22L90 40L50 58ZM10 40V86L50 106L90 86V40M50 58V106'
  const content = views.map(({ top, front, right }, index) => {
    const left = index * 120
    const move = index === 0 ? '' : ` transform="translate(${left})"`
    return (
      paths({ lines: cube, areas: '' }, move) +
      letter(left + 50, 50, top) +
      letter(left + 30, 84, front) +
      letter(left + 70, 84, right)
    )
  })
  return { width: views.length * 120 - 20, height: 110, scale: 0.9, content: content.join('') }
}

/** Places of the numbers: A, B, both; or A, B, C, AB, BC, CA, all three. */
const places = {
  3: [
    [34, 60],
    [126, 60],
    [80, 60],
  ],
  7: [
    [38, 46],
    [122, 46],
    [80, 122],
    [80, 40],
    [108, 88],
    [52, 88],
    [80, 70],
  ],
} as const

const small = ' class="s"'
const name = (x: number, of: string) => letter(x, 20, of, small)

function sets(numbers: readonly number[]): Content {
  const isTwo = numbers.length === 3
  const circles = isTwo
    ? circle([56, 54], 44) + circle([104, 54], 44)
    : circle([58, 54], 44) + circle([102, 54], 44) + circle([80, 94], 44)
  const names = isTwo
    ? name(10, 'A') + name(150, 'B')
    : name(10, 'A') + name(150, 'B') + letter(136, 134, 'C', small)
  const shown = places[isTwo ? 3 : 7].map(([x, y], index) =>
    letter(x, y, numbers[index] ?? 0, small),
  )
  const content = paths({ lines: circles, areas: '' }) + names + shown.join('')
  return { width: 160, height: isTwo ? 108 : 142, scale: 1.2, content }
}

/** The visible part of a folded sheet: rows and columns from 1 to 4. */
export type Part = { rows: [number, number]; columns: [number, number] }

/** The part after one more fold in halves. `right`: the left half is laid on the right one. */
export function folded({ rows, columns }: Part, step: FoldStep): Part {
  const half = (range: [number, number], isUpper: boolean): [number, number] => {
    const middle = (range[0] + range[1]) / 2
    return isUpper ? [Math.ceil(middle), range[1]] : [range[0], Math.floor(middle)]
  }
  switch (step) {
    case 'right':
      return { rows, columns: half(columns, true) }
    case 'left':
      return { rows, columns: half(columns, false) }
    case 'down':
      return { rows: half(rows, true), columns }
    case 'up':
      return { rows: half(rows, false), columns }
  }
}

export const wholeSheet: Part = { rows: [1, 4], columns: [1, 4] }

const box = ({ rows, columns }: Part) =>
  `M${columns[0] * 20 - 10} ${rows[0] * 20 - 10}H${columns[1] * 20 + 10}` +
  `V${rows[1] * 20 + 10}H${columns[0] * 20 - 10}Z`

/** The sheet before and after each fold, the other half dashed, then punched. */
function folding(steps: readonly FoldStep[], hole: string): Content {
  let part = wholeSheet
  const parts = [part, ...steps.map((step) => (part = folded(part, step)))]
  const drawings = [...parts, part].map((shown, index) => {
    const move = index === 0 ? '' : ` transform="translate(${index * 100})"`
    const outline = `<path class="d" d="${box(wholeSheet)}"${move}></path>`
    const isLast = index === parts.length
    const lines = box(shown) + (isLast ? drawHoles([hole]).lines : '')
    return (index === 0 ? '' : outline) + paths({ lines, areas: '' }, move)
  })
  return {
    ...{ width: (parts.length + 1) * 100, height: 100, scale: 0.72 },
    content: drawings.join(''),
  }
}
