import type { SheetLayout } from '../../domain/answer-sheet/sheet-layout.ts'
import { levelAt, type GrayImage } from './gray-image.ts'
import type { Point, Projection } from './homography.ts'

/** What a question's bubbles say. 'unclear': the reader has to be asked; circles: those that may be
 *  filled. */
export type BubbleReading =
  | { kind: 'filled'; circle: number }
  | { kind: 'empty' }
  | { kind: 'unclear'; circles: readonly number[] }

/** Shares of the ink of a filled bubble. Up to `empty` a bubble counts as empty, from `filled` on
 *  as filled. */
const empty = 0.3
const filled = 0.6
/** Beside a bubble that is this dark, a rubbed out one (up to `rubbedOut`) is not asked about. */
const surelyFilled = 0.8
const rubbedOut = 0.42
/** How much darker than an empty bubble the palest filled one is; paper is 1, black 0. */
const minInk = 0.16

/** Reads every question's bubbles. `project`: from the sheet to the photograph. Costs about half
 *  a million reads of pixels for 100 questions. */
export function readBubbles(
  image: GrayImage,
  layout: SheetLayout,
  project: Projection,
): BubbleReading[] {
  const darkness = layout.questions.map(() => layout.bubbles.map(() => 0))
  for (const block of blocksOf(layout)) {
    const shift = shiftOf(image, layout, project, block)
    for (const index of block)
      for (const [circle, bubbleX] of layout.bubbles.entries()) {
        const { x, y } = layout.questions[index]!
        const at = { x: x + bubbleX + shift.x, y: y + shift.y }
        darkness[index]![circle] = darknessAt(image, layout, project, at)
      }
  }
  const all = darkness.flat().sort((a, b) => a - b)
  // Most bubbles are empty: at most one of four or five is filled.
  const emptyLevel = all[Math.floor(all.length * 0.3)] ?? 0
  const inked = all.filter((value) => value > emptyLevel + minInk)
  const inkOfFilled = Math.max(minInk, (inked[inked.length >> 1] ?? 0) - emptyLevel)
  return darkness.map((values) =>
    readingOf(values.map((value) => (value - emptyLevel) / inkOfFilled)),
  )
}

/** `ink`: of each bubble of a question, 1 for a filled one. */
function readingOf(ink: readonly number[]): BubbleReading {
  const circles = ink.flatMap((share, circle) => (share > empty ? [circle] : []))
  const [darkest] = [...circles].sort((a, b) => ink[b]! - ink[a]!)
  if (darkest === undefined) return { kind: 'empty' }
  const limit = ink[darkest]! >= surelyFilled ? rubbedOut : empty
  const isAlone = circles.every((circle) => circle === darkest || ink[circle]! <= limit)
  return isAlone && ink[darkest]! >= filled
    ? { kind: 'filled', circle: darkest }
    : { kind: 'unclear', circles }
}

const rowsInBlock = 5

/** Groups of questions that stand together. */
function blocksOf({ questions }: SheetLayout): number[][] {
  const blocks = new Map<string, number[]>()
  let rowInColumn = 0
  for (const [index, { x }] of questions.entries()) {
    rowInColumn = index > 0 && questions[index - 1]!.x === x ? rowInColumn + 1 : 0
    const key = `${x} ${Math.floor(rowInColumn / rowsInBlock)}`
    blocks.set(key, [...(blocks.get(key) ?? []), index])
  }
  return [...blocks.values()]
}

const maxShift = 1.5
const shiftStep = 0.5
const angles = Array.from({ length: 8 }, (_, index) => {
  const angle = (index / 8) * 2 * Math.PI
  return { x: Math.cos(angle), y: Math.sin(angle) }
})

/** How far a block of questions lies from where a flat sheet would have it, in millimetres: where
 *  its printed rings are found best. Paper is rarely flat. */
function shiftOf(
  image: GrayImage,
  { questions, bubbles, radius }: SheetLayout,
  project: Projection,
  block: readonly number[],
) {
  let best = { x: 0, y: 0 }
  let bestContrast = -Infinity
  for (let x = -maxShift; x <= maxShift; x += shiftStep)
    for (let y = -maxShift; y <= maxShift; y += shiftStep) {
      // Of two equally good places, the one nearer to a flat sheet's.
      let contrast = -Math.hypot(x, y) * block.length
      for (const index of block)
        for (const bubbleX of bubbles) {
          const centre = { x: questions[index]!.x + bubbleX + x, y: questions[index]!.y + y }
          for (const angle of angles) {
            const ring = levelBeside(image, project, centre, angle, radius)
            contrast += levelBeside(image, project, centre, angle, radius + 0.7) - ring
          }
        }
      if (contrast > bestContrast) [best, bestContrast] = [{ x, y }, contrast]
    }
  return best
}

const discPoints = [-0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6].flatMap((y) =>
  [-0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6]
    .filter((x) => Math.hypot(x, y) <= 0.72)
    .map((x) => ({ x, y })),
)
const gapPoints = [-0.6, -0.3, 0, 0.3, 0.6].map((y) => ({ x: 0, y }))

/** How much darker a bubble is than the paper beside it: 0 for paper, 1 for black. */
function darknessAt(
  image: GrayImage,
  { radius, pitch }: SheetLayout,
  project: Projection,
  centre: Point,
): number {
  const disc = meanAt(image, project, centre, discPoints, radius)
  const sides = [-pitch / 2, pitch / 2].map((x) =>
    meanAt(image, project, { x: centre.x + x, y: centre.y }, gapPoints, radius),
  )
  // A neighbour may be filled beyond its ring.
  const paper = Math.max(1, ...sides)
  return 1 - disc / paper
}

function meanAt(
  image: GrayImage,
  project: Projection,
  centre: Point,
  points: readonly Point[],
  radius: number,
): number {
  let sum = 0
  for (const point of points) sum += levelBeside(image, project, centre, point, radius)
  return sum / points.length
}

/** The luminance of the point in a direction from a centre. */
const levelBeside = (
  image: GrayImage,
  project: Projection,
  centre: Point,
  direction: Point,
  distance: number,
): number =>
  levelAt(image, project(centre.x + direction.x * distance, centre.y + direction.y * distance))
