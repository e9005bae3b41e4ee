import { flipped, isDirection, mirrored, turned, type Direction } from './compass.ts'

export const polygons = ['triangle', 'square', 'pentagon', 'hexagon'] as const
type Polygon = (typeof polygons)[number]

/** What stands in a cell of 100 x 100. A flag's cloth is on the left of its pole, as seen from the
 *  foot of the pole, if `isLeft`. A quarter is a circle of which one quarter is shaded. */
export type CellElement =
  | { is: 'arrow'; to: Direction }
  | { is: 'flag'; to: Direction; isLeft: boolean }
  | { is: 'quarter'; at: Direction }
  | { is: 'half'; at: Direction }
  | { is: 'dot'; at: Direction | 'c'; isOpen: boolean }
  | { is: 'line'; to: Direction }
  | { is: 'circle'; isFilled: boolean }
  | { is: Polygon; isFilled: boolean }
  | { is: 'strokes'; count: number }

/** The elements of a cell. null: the missing cell, shown as a question mark. */
export type Cell = readonly CellElement[] | null

/** Reads 'arrow ne, dot s open'. Errors: throws for an unknown word. */
export function readCell(text: string): Cell {
  if (text.trim() === '?') return null
  return text.split(',').map((part) => readElement(part.trim()))
}

function readElement(text: string): CellElement {
  const [is = '', first = '', second = ''] = text.split(/\s+/)
  const direction = isDirection(first) ? first : null
  const polygon = polygons.find((name) => name === is)
  if (polygon) return { is: polygon, isFilled: first === 'filled' }
  if (is === 'circle') return { is, isFilled: first === 'filled' }
  if (is === 'dot' && (direction || first === 'c'))
    return { is, at: direction ?? 'c', isOpen: second === 'open' }
  if (is === 'strokes' && /^[1-9]$/.test(first)) return { is, count: Number(first) }
  if (direction && (is === 'arrow' || is === 'line')) return { is, to: direction }
  if (direction && is === 'flag') return { is, to: direction, isLeft: second === 'left' }
  if (direction && (is === 'quarter' || is === 'half')) return { is, at: direction }
  throw new Error(`"${text}" is no element of a figure`)
}

/** The text that readCell reads. */
export const writeCell = (cell: Cell): string =>
  cell === null ? '?' : cell.map(writeElement).join(', ')

function writeElement(element: CellElement): string {
  switch (element.is) {
    case 'arrow':
    case 'line':
      return `${element.is} ${element.to}`
    case 'flag':
      return `flag ${element.to}${element.isLeft ? ' left' : ''}`
    case 'quarter':
    case 'half':
      return `${element.is} ${element.at}`
    case 'dot':
      return `dot ${element.at}${element.isOpen ? ' open' : ''}`
    case 'strokes':
      return `strokes ${element.count}`
    case 'circle':
    case 'triangle':
    case 'square':
    case 'pentagon':
    case 'hexagon':
      return `${element.is}${element.isFilled ? ' filled' : ''}`
  }
}

export type Transform = 'mirror' | 'water' | 'turn'

/** A cell in a mirror at its side, in water below it, or after half a turn. Polygons stay upright
 *  under `mirror`; cells with a triangle or a pentagon must not be transformed otherwise. */
export const transformedCell = (cell: Cell, transform: Transform): Cell =>
  cell && cell.map((element) => transformedElement(element, transform))

const directionUnder = {
  mirror: mirrored,
  water: flipped,
  turn: (direction: Direction) => turned(direction, 4),
}

function transformedElement(element: CellElement, transform: Transform): CellElement {
  const move = directionUnder[transform]
  switch (element.is) {
    case 'arrow':
    case 'line':
      return { ...element, to: move(element.to) }
    case 'flag': {
      const isLeft = transform === 'turn' ? element.isLeft : !element.isLeft
      return { ...element, to: move(element.to), isLeft }
    }
    case 'quarter':
    case 'half':
      return { ...element, at: move(element.at) }
    case 'dot':
      return element.at === 'c' ? element : { ...element, at: move(element.at) }
    case 'circle':
    case 'triangle':
    case 'square':
    case 'pentagon':
    case 'hexagon':
    case 'strokes':
      return element
  }
}

/** A cell turned clockwise by so many eighths of a turn; without polygons. */
export const turnedCell = (cell: Cell, eighths: number): Cell =>
  cell &&
  cell.map((element) => {
    if ('to' in element) return { ...element, to: turned(element.to, eighths) }
    if ('at' in element && element.at !== 'c')
      return { ...element, at: turned(element.at, eighths) }
    return element
  })
