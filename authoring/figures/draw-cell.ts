import { pointAt, round, turned, type Direction } from './compass.ts'
import { polygons, type Cell, type CellElement } from './cell.ts'

/** The two paths of a drawing: `lines` are stroked, `areas` are filled. */
export type Drawing = { lines: string; areas: string }

/** Draws a cell of 100 x 100 units, without its frame. */
export function drawCell(cell: NonNullable<Cell>): Drawing {
  const drawings = cell.map(drawElement)
  return {
    lines: drawings.map(({ lines }) => lines).join(''),
    areas: drawings.map(({ areas }) => areas).join(''),
  }
}

function drawElement(element: CellElement): Drawing {
  switch (element.is) {
    case 'arrow':
      return arrow(element.to)
    case 'flag':
      return flag(element.to, element.isLeft)
    case 'quarter':
      return sector(element.at, 2)
    case 'half':
      return sector(element.at, 4)
    case 'dot':
      return dot(element.at === 'c' ? [50, 50] : pointAt(element.at, 40), element.isOpen)
    case 'line':
      return { lines: `M50 50L${pointAt(element.to, 36).join(' ')}`, areas: '' }
    case 'circle':
      return shape(circle([50, 50], 26), element.isFilled)
    case 'strokes':
      return { lines: strokes(element.count), areas: '' }
    case 'triangle':
    case 'square':
    case 'pentagon':
    case 'hexagon':
      return shape(polygon(polygons.indexOf(element.is) + 3), element.isFilled)
  }
}

const shape = (path: string, isFilled: boolean): Drawing => ({
  lines: path,
  areas: isFilled ? path : '',
})

function arrow(to: Direction): Drawing {
  const tip = pointAt(to, 32)
  const head = [-1, 1].map((side) => pointAt(turned(to, side), 20))
  return {
    lines: `M${pointAt(turned(to, 4), 32).join(' ')}L${tip.join(' ')}`,
    areas: `M${tip.join(' ')}L${head[0]!.join(' ')}L${head[1]!.join(' ')}Z`,
  }
}

/** A pole through the centre, with a cloth at its end that stands on one side. */
function flag(to: Direction, isLeft: boolean): Drawing {
  const top = pointAt(to, 32)
  const middle = pointAt(to, 8)
  const side = turned(to, isLeft ? -2 : 2)
  const [dx, dy] = pointAt(side, 22).map((value) => value - 50) as [number, number]
  const corner = [round((top[0] + middle[0]) / 2 + dx), round((top[1] + middle[1]) / 2 + dy)]
  return {
    lines: `M${pointAt(turned(to, 4), 32).join(' ')}L${top.join(' ')}`,
    areas: `M${top.join(' ')}L${corner.join(' ')}L${middle.join(' ')}Z`,
  }
}

/** A circle with a shaded sector of so many eighths around a direction. */
function sector(at: Direction, eighths: 2 | 4): Drawing {
  const start = pointAt(turned(at, -eighths / 2), 30)
  const end = pointAt(turned(at, eighths / 2), 30)
  return {
    lines: circle([50, 50], 30),
    areas: `M50 50L${start.join(' ')}A30 30 0 0 1 ${end.join(' ')}Z`,
  }
}

function dot(at: [number, number], isOpen: boolean): Drawing {
  const path = circle(at, 6)
  return isOpen ? { lines: path, areas: '' } : { lines: '', areas: path }
}

export const circle = ([x, y]: [number, number], r: number) =>
  `M${round(x - r)} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`

/** A regular polygon; a square stands on its side. */
function polygon(sides: number): string {
  const first = sides === 4 ? Math.PI / 4 : 0
  const points = Array.from({ length: sides }, (_, index) => {
    const angle = first + (index * 2 * Math.PI) / sides
    return `${round(50 + 28 * Math.sin(angle))} ${round(50 - 28 * Math.cos(angle))}`
  })
  return `M${points.join('L')}Z`
}

function strokes(count: number): string {
  const left = 50 - (count - 1) * 7
  return Array.from({ length: count }, (_, index) => `M${left + index * 14} 22V78`).join('')
}

/** The grid points of an embedded figure: a to i, three in a row, 20 units from the frame. */
export function gridPoint(letter: string): [number, number] {
  const index = letter.charCodeAt(0) - 'a'.charCodeAt(0)
  return [20 + (index % 3) * 30, 20 + Math.floor(index / 3) * 30]
}

/** Draws line segments between grid points: ['ab', 'be']. */
export const drawGrid = (segments: readonly string[]): Drawing => ({
  lines: segments
    .map(([from = 'a', to = 'a']) => `M${gridPoint(from).join(' ')}L${gridPoint(to).join(' ')}`)
    .join(''),
  areas: '',
})

/** Holes in a sheet of 4 x 4 fields: '23' is row 2, column 3. */
export const drawHoles = (holes: readonly string[]): Drawing => ({
  lines: holes
    .map(([row = '1', column = '1']) =>
      circle([Number(column) * 20, Number(row) * 20] as [number, number], 6),
    )
    .join(''),
  areas: '',
})
