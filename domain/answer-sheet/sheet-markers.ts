/** A square marker at a corner of a printed answer sheet. x, y: of its top left corner, in
 *  millimetres. cells: rows of black (true) and white cells, with the black border. */
export type Marker = {
  id: number
  x: number
  y: number
  cells: readonly (readonly boolean[])[]
}

/** Of a marker's side, in millimetres. */
export const markerSize = 9

/** The first 64 markers of ArUco's dictionary MIP_36h12: six rows of six bits, 1 is white. Any two
 *  differ in at least 13 bits, however they are turned.
 *  https://www.uco.es/investiga/grupos/ava/portfolio/aruco/ */
// prettier-ignore
export const markerCodes: readonly number[] = [
  0xd2b63a09d, 0x6001134e5, 0x1206fbe72, 0xff8ad6cb4, 0x85da9bc49, 0xb461afe9c, 0x6db51fe13,
  0x5248c541f, 0x8f34503, 0x8ea462ece, 0xeac2be76d, 0x1af615c44, 0xb48a49f27, 0x2e4e1283b,
  0x78b1f2fa8, 0x27d34f57e, 0x89222fff1, 0x4c1669406, 0xbf49b3511, 0xdc191cd5d, 0x11d7c3f85,
  0x16a130e35, 0xe29f27eff, 0x428d8ae0c, 0x90d548477, 0x2319cbc93, 0xc3b0c3dfc, 0x424bccc9,
  0x2a081d630, 0x762743d96, 0xd0645bf19, 0xf38d7fd60, 0xc6cbf9a10, 0x3c1be7c65, 0x276f75e63,
  0x4490a3f63, 0xda60acd52, 0x3cc68df59, 0xab46f9dae, 0x88d533d78, 0xb6d62ec21, 0xb3c02b646,
  0x22e56d408, 0xac5f5770a, 0xaaa993f66, 0x4caa07c8d, 0x5c9b4f7b0, 0xaa9ef0e05, 0x705c5750,
  0xac81f545e, 0x735b91e74, 0x8cc35cee4, 0xe44694d04, 0xb5e121de0, 0x261017d0f, 0xf1d439eb5,
  0xa1a33ac96, 0x174c62c02, 0x1ee27f716, 0x8b1c5ece9, 0x6a05b0c6a, 0xd0568dfc, 0x192d25e5f,
  0x1adbeccc8,
]

const codesOfCorner = 16
const bitsInRow = 6

/** The corners in the order of their markers' ids. */
export const sheetCorners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const

/** The code of a sheet: 16 bits of a hash (FNV-1a) of the version of the paper that it belongs to
 *  and of its number of bubbles. Two sheets have the same code once in 65,536. */
export function sheetCode(digest: string, count: number, circles: number): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(`${digest} ${count} ${circles}`))
    hash = Math.imul(hash ^ byte, 0x01000193)
  return ((hash >>> 16) ^ hash) & 0xffff
}

/** The four markers of a sheet, each with four bits of its code. */
export const markersOf = (code: number, width: number, height: number): Marker[] =>
  sheetCorners.map((corner, index) => {
    const id = index * codesOfCorner + ((code >>> (index * 4)) & 0xf)
    return {
      id,
      x: corner.endsWith('left') ? 0 : width - markerSize,
      y: corner.startsWith('top') ? 0 : height - markerSize,
      cells: cellsOf(markerCodes[id]!),
    }
  })

function cellsOf(code: number): boolean[][] {
  const bits = code.toString(2).padStart(bitsInRow * bitsInRow, '0')
  const side = bitsInRow + 2
  const isBlack = (row: number, column: number) =>
    Math.min(row, column) === 0 ||
    Math.max(row, column) === side - 1 ||
    bits[(row - 1) * bitsInRow + column - 1] === '0'
  return Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (_, column) => isBlack(row, column)),
  )
}
