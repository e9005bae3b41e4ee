import aruco from 'js-aruco2'
import { markerCodes } from '../../domain/answer-sheet/sheet-markers.ts'
import { evenlyLit, reduced, type GrayImage } from './gray-image.ts'
import type { Point } from './homography.ts'

/** A marker of a photograph. corners: clockwise from its own top left corner, in pixels. */
export type FoundMarker = { id: number; corners: readonly Point[] }

const { AR } = aruco
const dictionaryName = 'ANSWER_SHEET'
// Two of the markers differ in at least 13 bits.
const maxHammingDistance = 4
AR.DICTIONARIES[dictionaryName] = { nBits: 36, tau: 13, codeList: markerCodes }

/** The sizes at which a photograph is searched, in pixels of its longer side: a blurred marker is
 *  found in a smaller picture, a small one in a larger. */
const longSides = [800, 600, 500, 1100, 950, 1300, 1600]

/** Searches a photograph for markers until all `wanted` are found, or all but one at the second
 *  size: that one is found faster by search-marker.ts. Others are returned too. */
export function findMarkers(image: GrayImage, wanted: readonly number[]): FoundMarker[] {
  const found = new Map<number, FoundMarker>()
  for (const [index, longSide] of longSides.entries()) {
    for (const marker of markersAt(image, longSide))
      if (!found.has(marker.id)) found.set(marker.id, marker)
    const missing = wanted.filter((id) => !found.has(id)).length
    if (missing === 0 || (missing === 1 && index > 0)) break
  }
  return [...found.values()]
}

function markersAt(image: GrayImage, longSide: number): FoundMarker[] {
  const { width, height, data } = evenlyLit(reduced(image, longSide))
  const scale = image.width / width
  const rgba = new Uint32Array(data.length)
  for (let i = 0; i < data.length; i++) rgba[i] = data[i]! * 0x010101
  const detector = new AR.Detector({ dictionaryName, maxHammingDistance })
  // Its own arrays grow by one number at a time: with these, a search takes half of the time.
  detector.grey.data = new Uint8Array(data.length)
  detector.thres.data = new Uint8Array(data.length)
  detector.binary = new Int32Array((width + 2) * (height + 2))
  const pixels = new Uint8ClampedArray(rgba.buffer)
  return detector.detectImage(width, height, pixels).map(({ id, corners }) => ({
    id,
    corners: corners.map(({ x, y }) => ({ x: (x + 0.5) * scale, y: (y + 0.5) * scale })),
  }))
}
