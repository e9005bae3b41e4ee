import type { SheetLayout } from '../../domain/answer-sheet/sheet-layout.ts'
import { markerSize, sheetCorners, type Marker } from '../../domain/answer-sheet/sheet-markers.ts'
import { findMarkers } from './find-markers.ts'
import type { GrayImage } from './gray-image.ts'
import { projectionOf, type Point, type Projection } from './homography.ts'
import { readBubbles, type BubbleReading } from './read-bubbles.ts'
import { searchMarker } from './search-marker.ts'

export type SheetCorner = (typeof sheetCorners)[number]

/** What a photograph of an answer sheet says. 'corners': these were not found. 'other-sheet': of
 *  another paper, or of another version of this one. */
export type SheetReading =
  | { kind: 'read'; questions: readonly BubbleReading[]; project: Projection }
  | { kind: 'corners'; missing: readonly SheetCorner[] }
  | { kind: 'other-sheet' }

/** Finds a sheet in a photograph and reads its bubbles. Three of its markers are enough to find the
 *  fourth. */
export function readSheet(image: GrayImage, layout: SheetLayout): SheetReading {
  const { markers } = layout
  const wanted = markers.map(({ id }) => id)
  const found = findMarkers(image, wanted)
  const corners = new Map(found.map((marker) => [marker.id, marker.corners]))
  const missing = markers.filter(({ id }) => !corners.has(id))
  const others = found.filter(({ id }) => !wanted.includes(id))
  // Sheets share some of their markers.
  if (missing.length > 1 && others.length > 0) return { kind: 'other-sheet' }
  const [fourth] = missing
  if (fourth && missing.length === 1) {
    const project = projectionOf(cornerPairs(markers, corners))
    const searched = project && searchMarker(image, fourth, project)
    if (searched) corners.set(fourth.id, searched)
  }
  const project = markers.every(({ id }) => corners.has(id))
    ? projectionOf(cornerPairs(markers, corners))
    : null
  if (project !== null)
    return { kind: 'read', questions: readBubbles(image, layout, project), project }
  const unseen = sheetCorners.filter((_, index) => !corners.has(wanted[index]!))
  return { kind: 'corners', missing: unseen.length > 0 ? unseen : sheetCorners }
}

/** The corners of the markers that were found, on the sheet and in the photograph. */
const cornerPairs = (
  markers: readonly Marker[],
  found: ReadonlyMap<number, readonly Point[]>,
): { from: Point; to: Point }[] =>
  markers.flatMap(({ id, x, y }) => {
    const [right, bottom] = [x + markerSize, y + markerSize]
    const corners = [
      { x, y },
      { x: right, y },
      { x: right, y: bottom },
      { x, y: bottom },
    ]
    return (found.get(id) ?? []).map((to, index) => ({ from: corners[index]!, to }))
  })
