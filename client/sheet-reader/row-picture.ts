import type { SheetLayout } from '../../domain/answer-sheet/sheet-layout.ts'
import { levelAt, type GrayImage } from './gray-image.ts'
import type { Projection } from './homography.ts'

const pixelsPerMm = 8

/** A question's row, cut out of the photograph and straightened. */
export function rowPicture(
  image: GrayImage,
  { questions, columnWidth, radius }: SheetLayout,
  index: number,
  project: Projection,
): HTMLCanvasElement {
  const { x: left, y: middle } = questions[index]!
  const halfHeight = radius * 1.6
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(columnWidth * pixelsPerMm)
  canvas.height = Math.round(2 * halfHeight * pixelsPerMm)
  const context = canvas.getContext('2d')
  if (!context) return canvas
  const picture = context.createImageData(canvas.width, canvas.height)
  for (let row = 0; row < canvas.height; row++)
    for (let column = 0; column < canvas.width; column++) {
      const at = project(left + column / pixelsPerMm, middle - halfHeight + row / pixelsPerMm)
      const level = levelAt(image, at)
      const pixel = (row * canvas.width + column) * 4
      picture.data.fill(level, pixel, pixel + 3)
      picture.data[pixel + 3] = 255
    }
  context.putImageData(picture, 0, 0)
  return canvas
}
