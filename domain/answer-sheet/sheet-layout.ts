import { markersOf, type Marker } from './sheet-markers.ts'

/** Where everything stands in the grid of a printed answer sheet, in millimetres from its top left
 *  corner. The sheet is drawn by it, and a photograph of the sheet is read by it. */
export type SheetLayout = {
  width: number
  height: number
  /** Of a bubble. */
  radius: number
  /** From a bubble to the next of its question. */
  pitch: number
  /** Space for a question's number, left of its first bubble. */
  numberWidth: number
  /** A question with its number and bubbles. */
  columnWidth: number
  /** The left end and the middle line of each question. */
  questions: readonly { x: number; y: number }[]
  /** From a question's left end to the centre of each of its bubbles. */
  bubbles: readonly number[]
  /** Middle lines of the rows. */
  rows: readonly number[]
  markers: readonly Marker[]
}

const width = 190
const numberWidth = 9
const columnGap = 2.5
const timingWidth = 6
const maxColumns = 5
const rowsInColumn = 25
const groupGap = 1
/** A marker with the gap between it and the rows. */
const markerRoom = 11

/** The grid for `count` questions with `circles` bubbles each: up to five columns, with a gap after
 *  every five rows. `maxHeight`: in millimetres. `code`: of the sheet's identity, whose markers
 *  stand at the corners (sheet-markers.ts); null: a grid that is not photographed. */
export function sheetLayout({
  count,
  circles,
  maxHeight,
  code,
}: {
  count: number
  circles: number
  maxHeight: number
  code: number | null
}): SheetLayout {
  const columns = Math.min(maxColumns, Math.max(1, Math.ceil(count / rowsInColumn)))
  const rowCount = Math.max(5, Math.ceil(count / columns / 5) * 5)
  const above = code === null ? 0 : markerRoom
  const rowPitch = Math.min(7.5, (maxHeight - 2 * above - (rowCount / 5) * groupGap) / rowCount)
  const room = (width - timingWidth - columnGap * (columns - 1)) / columns - numberWidth - 4
  const pitch = Math.min(7.4, room / circles)
  const columnWidth = numberWidth + circles * pitch + 4
  const rows = Array.from(
    { length: rowCount },
    (_, row) => above + rowPitch * (row + 0.5) + Math.floor(row / 5) * groupGap,
  )
  const height = rows.at(-1)! + rowPitch / 2 + 0.5 + above
  return {
    ...{ width, height, pitch, numberWidth, columnWidth, rows },
    radius: Math.min(2.3, pitch * 0.4, rowPitch * 0.42),
    questions: Array.from({ length: count }, (_, index) => ({
      x: timingWidth + Math.floor(index / rowCount) * (columnWidth + columnGap),
      y: rows[index % rowCount]!,
    })),
    bubbles: Array.from({ length: circles }, (_, index) => numberWidth + pitch * (index + 0.5)),
    markers: code === null ? [] : markersOf(code, width, height),
  }
}
