/** A picture of one byte per pixel, row by row: 0 is black. */
export type GrayImage = { width: number; height: number; data: Uint8Array }

/** The luminance of a point. Outside of the picture is white. */
export function levelAt({ width, height, data }: GrayImage, at: { x: number; y: number }): number {
  const x = Math.floor(at.x)
  const y = Math.floor(at.y)
  return x < 0 || y < 0 || x >= width || y >= height ? 255 : data[y * width + x]!
}

/** `rgba`: four bytes per pixel, as ImageData has them. Luminance by ITU-R BT.601. */
export function grayImage(rgba: Uint8ClampedArray, width: number, height: number): GrayImage {
  const data = new Uint8Array(width * height)
  for (let i = 0; i < data.length; i++)
    data[i] = (rgba[i * 4]! * 77 + rgba[i * 4 + 1]! * 150 + rgba[i * 4 + 2]! * 29) >> 8
  return { width, height, data }
}

/** The picture made smaller, each pixel the mean of those it stands for. `longSide`: in pixels. A
 *  picture that is not larger is returned as it is. */
export function reduced(image: GrayImage, longSide: number): GrayImage {
  const scale = Math.max(image.width, image.height) / longSide
  if (scale <= 1) return image
  const width = Math.floor(image.width / scale)
  const height = Math.floor(image.height / scale)
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.floor(y * scale), Math.floor((y + 1) * scale)]
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.floor(x * scale), Math.floor((x + 1) * scale)]
      let sum = 0
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++)
          sum += image.data[row * image.width + column]!
      data[y * width + x] = sum / ((bottom - top) * (right - left))
    }
  }
  return { width, height, data }
}

const tilesAlong = 20

/** The picture as if it were lit evenly: each pixel in proportion to the paper around it, which is
 *  the brightest tenth of its part of the picture. */
export function evenlyLit({ width, height, data }: GrayImage): GrayImage {
  const size = Math.ceil(Math.max(width, height) / tilesAlong)
  const columns = Math.ceil(width / size)
  const rows = Math.ceil(height / size)
  const levels = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const counts = new Uint32Array(256)
      let pixels = 0
      for (let y = row * size; y < Math.min(height, (row + 1) * size); y++)
        for (let x = column * size; x < Math.min(width, (column + 1) * size); x++, pixels++)
          counts[data[y * width + x]!]!++
      let level = 255
      for (let above = 0; level > 1; level--) if ((above += counts[level]!) > pixels / 10) break
      return level
    }),
  )
  const lit = new Uint8Array(data.length)
  const tiles = new Uint8Array(width)
  const shares = new Float32Array(width)
  for (let x = 0; x < width; x++) [tiles[x], shares[x]] = between(x, size, columns)
  const paper = new Float32Array(columns + 1)
  for (let y = 0; y < height; y++) {
    const [top, shareY] = between(y, size, rows)
    const [above, below] = [levels[top]!, levels[Math.min(rows - 1, top + 1)]!]
    for (let column = 0; column <= columns; column++) {
      const tile = Math.min(columns - 1, column)
      paper[column] = above[tile]! * (1 - shareY) + below[tile]! * shareY
    }
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const left = paper[tiles[x]!]!
      const level = left + (paper[tiles[x]! + 1]! - left) * shares[x]!
      lit[i] = Math.min(255, (data[i]! * 255) / level)
    }
  }
  return { width, height, data: lit }
}

/** The tile whose middle lies before a pixel, and how far the pixel is towards the next one. */
function between(pixel: number, size: number, count: number): [number, number] {
  const place = Math.max(0, Math.min(count - 1, (pixel + 0.5) / size - 0.5))
  const tile = Math.floor(place)
  return [tile, place - tile]
}
