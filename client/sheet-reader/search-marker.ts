import { markerSize, type Marker } from '../../domain/answer-sheet/sheet-markers.ts'
import { levelAt, type GrayImage } from './gray-image.ts'
import type { Point, Projection } from './homography.ts'

const maxShiftMm = 15
const steps = [0.75, 0.15]
/** Correlation of the photograph with the marker's cells: 1 is equal, 0 is chance. */
const minCorrelation = 0.6

/** Searches a photograph for one known marker near the place where the others let it be expected.
 *  It is found by its whole pattern, also where it is too dark or too blurred for findMarkers.
 *  Returns its corners, clockwise from its top left one, in pixels; null: it is not there. Costs
 *  about 150,000 reads of pixels. */
export function searchMarker(
  image: GrayImage,
  marker: Marker,
  project: Projection,
): readonly Point[] | null {
  let best = { x: 0, y: 0, correlation: 0 }
  let reach = maxShiftMm
  for (const step of steps) {
    const middle = best
    for (let x = middle.x - reach; x <= middle.x + reach; x += step)
      for (let y = middle.y - reach; y <= middle.y + reach; y += step) {
        const correlation = correlationAt(image, marker, project, { x, y })
        if (correlation > best.correlation) best = { x, y, correlation }
      }
    reach = step
  }
  if (best.correlation < minCorrelation) return null
  const [left, top] = [marker.x + best.x, marker.y + best.y]
  const [right, bottom] = [left + markerSize, top + markerSize]
  return [project(left, top), project(right, top), project(right, bottom), project(left, bottom)]
}

/** Pearson's correlation of the cells' colours with the photograph, if the marker lay `shift` away
 *  from its place on the sheet. A border of white paper belongs to the pattern. */
function correlationAt(
  image: GrayImage,
  { x: left, y: top, cells }: Marker,
  project: Projection,
  shift: Point,
): number {
  const cell = markerSize / cells.length
  let [count, sum, sumOfSquares, sumOfWhite, whites] = [0, 0, 0, 0, 0]
  for (let row = -1; row <= cells.length; row++)
    for (let column = -1; column <= cells.length; column++) {
      const isBlack = cells[row]?.[column] ?? false
      const x = left + shift.x + (column + 0.5) * cell
      const y = top + shift.y + (row + 0.5) * cell
      const level = levelAt(image, project(x, y))
      count++
      sum += level
      sumOfSquares += level * level
      if (!isBlack) [sumOfWhite, whites] = [sumOfWhite + level, whites + 1]
    }
  const variance = sumOfSquares / count - (sum / count) ** 2
  const share = whites / count
  const covariance = sumOfWhite / count - (sum / count) * share
  return variance <= 0 ? 0 : covariance / Math.sqrt(variance * share * (1 - share))
}
