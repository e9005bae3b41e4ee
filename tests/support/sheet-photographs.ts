import type { GrayImage } from '../../client/sheet-reader/gray-image.ts'
import { projectionOf, type Projection } from '../../client/sheet-reader/homography.ts'
import type { SheetLayout } from '../../domain/answer-sheet/sheet-layout.ts'
import { seededRandom } from './seeded-random.ts'

// Photographs of printed answer sheets, made from a picture of the printed page: bubbles filled by
// hand, then perspective, a sheet that is not flat, shadow, dim light, blur, noise.

/** The printed page around the bubbles: `left` and `top` of the grid, in pixels of the picture. */
export type PrintedPage = {
  picture: GrayImage
  left: number
  top: number
  pixelsPerMm: number
}

/** What a hand did to a question's bubbles, and what a reader of the sheet may say of it. 'ask':
 *  nobody can know; 'any of': a person would say `circle`, asking is also right. */
export type MarkedQuestion = { circle: number | null; isAmbiguous: boolean }

/** How a photograph is taken. Angles in degrees, lengths in millimetres or pixels as named. */
export type Camera = {
  width: number
  height: number
  turn: number
  perspective: number
  shareOfPicture: number
  curlMm: number
  light: number
  gradient: number
  shadow: number
  blurPixels: number
  noise: number
}

type Random = () => number
const between = (random: Random, low: number, high: number) => low + (high - low) * random()

/** A camera of a phone in somebody's hand. */
export function anyCamera(seed: number): Camera {
  const random = seededRandom(seed * 7919 + 1).next
  const isDim = random() < 0.3
  const isLying = random() < 0.2
  const [short, long] = random() < 0.7 ? [1500, 2000] : [1200, 1600]
  return {
    width: isLying ? long : short,
    height: isLying ? short : long,
    turn: between(random, -9, 9) + (isLying ? 90 : 0) + (random() < 0.1 ? 180 : 0),
    perspective: between(random, 0, 0.09),
    shareOfPicture: between(random, 0.8, 0.97),
    curlMm: random() < 0.4 ? between(random, 0.3, 1.6) : 0,
    light: isDim ? between(random, 0.28, 0.5) : between(random, 0.7, 1),
    gradient: between(random, 0, 0.35),
    shadow: random() < 0.4 ? between(random, 0.5, 0.8) : 1,
    blurPixels: between(random, 0.4, 1.9),
    noise: isDim ? between(random, 4, 10) : between(random, 1, 4),
  }
}

/** Marks every question of a sheet with a pen or a pencil. About one in 33 is a doubtful mark: half
 *  a bubble, two bubbles. `seed` decides the hand and the answers. */
export function markedPage(page: PrintedPage, layout: SheetLayout, seed: number) {
  const random = seededRandom(seed * 104_729 + 3).next
  const picture = { ...page.picture, data: page.picture.data.slice() }
  const ink = random() < 0.5 ? between(random, 25, 60) : between(random, 70, 115)
  const tidiness = between(random, 0.8, 1.05)
  const draw = (question: number, circle: number, how: { size: number; level: number }) => {
    const { x, y } = layout.questions[question]!
    const offset = () => between(random, -0.14, 0.14) * layout.radius
    const centreX = page.left + (x + layout.bubbles[circle]! + offset()) * page.pixelsPerMm
    const centreY = page.top + (y + offset()) * page.pixelsPerMm
    fillDisc(
      picture,
      centreX,
      centreY,
      layout.radius * how.size * page.pixelsPerMm,
      how.level,
      random,
    )
  }
  const circles = layout.bubbles.length
  const questions = layout.questions.map((_, question): MarkedQuestion => {
    const circle = Math.floor(random() * circles)
    const other = (circle + 1 + Math.floor(random() * (circles - 1))) % circles
    const filled = { size: tidiness * between(random, 0.92, 1.03), level: ink }
    const kind = random()
    if (kind < 0.1) return { circle: null, isAmbiguous: false }
    if (kind < 0.115) {
      draw(question, circle, { size: between(random, 0.5, 0.62), level: ink })
      return { circle, isAmbiguous: true }
    }
    draw(question, circle, filled)
    if (kind < 0.13) {
      draw(question, other, filled)
      return { circle: null, isAmbiguous: true }
    }
    // Rubbed out: a grey trace is left.
    if (kind < 0.17) draw(question, other, { size: 0.9, level: 255 - (255 - ink) * 0.18 })
    return { circle, isAmbiguous: false }
  })
  return { page: { ...page, picture }, questions }
}

/** Darkens a disc as a pen does: unevenly. `level`: luminance of the ink. */
function fillDisc(
  { width, data }: GrayImage,
  centreX: number,
  centreY: number,
  radius: number,
  level: number,
  random: Random,
) {
  for (let y = Math.floor(centreY - radius); y <= centreY + radius; y++)
    for (let x = Math.floor(centreX - radius); x <= centreX + radius; x++) {
      if (Math.hypot(x - centreX, y - centreY) > radius) continue
      const at = y * width + x
      data[at] = Math.min(data[at]!, Math.max(0, level + between(random, -22, 22)))
    }
}

/** What the camera sees of a page that lies on a darker table. */
export function photographOf(page: PrintedPage, camera: Camera, seed: number): GrayImage {
  const random = seededRandom(seed * 15_485_863 + 5).next
  const { width, height } = camera
  const toPage = projectionToPage(page, camera, random)
  const shadow = shadowOf(camera, random)
  const direction = between(random, 0, 2 * Math.PI)
  const [gradientX, gradientY] = [Math.cos(direction), Math.sin(direction)]
  const levels = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const point = toPage(x, y)
      const paper = pageLevel(page, point.x, bent(point.y, point.x, page, camera.curlMm))
      const across = (x / width - 0.5) * gradientX + (y / height - 0.5) * gradientY
      const light = camera.light * (1 - camera.gradient * (across + 0.5)) * shadow(x, y)
      levels[y * width + x] = paper * light
    }
  const blurred = blur(
    blur(levels, width, height, camera.blurPixels, true),
    width,
    height,
    camera.blurPixels,
    false,
  )
  const data = new Uint8Array(levels.length)
  for (let i = 0; i < data.length; i++) {
    const noise = (random() + random() + random() - 1.5) * 2 * camera.noise
    data[i] = Math.max(0, Math.min(255, blurred[i]! + noise))
  }
  return { width, height, data }
}

/** From the photograph to the page's picture. */
function projectionToPage(page: PrintedPage, camera: Camera, random: Random): Projection {
  const { width, height } = page.picture
  const turn = (camera.turn * Math.PI) / 180
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
  const placed = corners.map(({ x, y }) => {
    const [fromCentreX, fromCentreY] = [x - width / 2, y - height / 2]
    const depth = 1 + between(random, -camera.perspective, camera.perspective)
    return {
      x: (fromCentreX * Math.cos(turn) - fromCentreY * Math.sin(turn)) * depth,
      y: (fromCentreX * Math.sin(turn) + fromCentreY * Math.cos(turn)) * depth,
    }
  })
  const fits = Math.min(
    camera.width / 2 / Math.max(...placed.map(({ x }) => Math.abs(x))),
    camera.height / 2 / Math.max(...placed.map(({ y }) => Math.abs(y))),
  )
  const scale = fits * camera.shareOfPicture
  return projectionOf(
    placed.map((at, index) => ({
      from: { x: at.x * scale + camera.width / 2, y: at.y * scale + camera.height / 2 },
      to: corners[index]!,
    })),
  )!
}

/** A sheet bends along its length: the print moves up or down by up to `curlMm`. */
const bent = (y: number, x: number, { picture, pixelsPerMm }: PrintedPage, curlMm: number) =>
  y + Math.sin((Math.PI * x) / picture.width) * curlMm * pixelsPerMm

/** The luminance of a point of the page, between its pixels; beside it the table. */
function pageLevel({ picture: { width, height, data } }: PrintedPage, x: number, y: number) {
  if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) return 96
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [shareX, shareY] = [x - left, y - top]
  const at = top * width + left
  const above = data[at]! * (1 - shareX) + data[at + 1]! * shareX
  const below = data[at + width]! * (1 - shareX) + data[at + width + 1]! * shareX
  return above * (1 - shareY) + below * shareY
}

/** The shadow of a hand or a head: one side of a line, with a soft edge. */
function shadowOf({ width, height, shadow }: Camera, random: Random) {
  const direction = between(random, 0, 2 * Math.PI)
  const offset = between(random, -0.25, 0.25) * width
  const softness = between(random, 20, 90)
  return (x: number, y: number) => {
    const across =
      (x - width / 2) * Math.cos(direction) + (y - height / 2) * Math.sin(direction) - offset
    return shadow + (1 - shadow) / (1 + Math.exp(-across / softness))
  }
}

/** A Gaussian blur in one direction. */
function blur(
  levels: Float32Array,
  width: number,
  height: number,
  sigma: number,
  isHorizontal: boolean,
): Float32Array {
  const reach = Math.ceil(sigma * 2.5)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-((index - reach) ** 2) / (2 * sigma * sigma)),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const step = isHorizontal ? 1 : width
  const limit = isHorizontal ? width : height
  const out = new Float32Array(levels.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const place = isHorizontal ? x : y
      let sum = 0
      for (let k = -reach; k <= reach; k++) {
        const inside = Math.max(0, Math.min(limit - 1, place + k)) - place
        sum += levels[at + inside * step]! * weights[k + reach]!
      }
      out[at] = sum / total
    }
  return out
}
