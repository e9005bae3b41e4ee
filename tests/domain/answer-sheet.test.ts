import { describe, expect, it } from 'vitest'
import { layoutOfPaper, sheetHeight } from '../../domain/answer-sheet/paper-sheet.ts'
import { sheetLayout } from '../../domain/answer-sheet/sheet-layout.ts'
import { markerCodes, markerSize, sheetCode } from '../../domain/answer-sheet/sheet-markers.ts'

const bitsOf = (code: number) => Array.from(code.toString(2).padStart(36, '0'), Number)

/** The bits of a marker after a quarter turn. */
const turned = (bits: readonly number[]) =>
  bits.map((_, index) => bits[(5 - (index % 6)) * 6 + Math.floor(index / 6)]!)

const differences = (one: readonly number[], other: readonly number[]) =>
  one.filter((bit, index) => bit !== other[index]).length

describe('the layout of an answer sheet', () => {
  const sizes = [1, 4, 5, 10, 25, 26, 50, 80, 100, 120, 150, 160, 200].flatMap((count) =>
    [4, 5].map((circles) => ({ count, circles })),
  )

  it.each(sizes)(
    'of $count questions with $circles circles fits on A4 without overlaps',
    (size) => {
      const layout = sheetLayout({ ...size, maxHeight: sheetHeight, code: 1 })
      expect(layout.height).toBeLessThanOrEqual(sheetHeight + 1)
      const centres = layout.questions.flatMap(({ x, y }) =>
        layout.bubbles.map((bubble) => ({ x: x + bubble, y })),
      )
      expect(centres).toHaveLength(size.count * size.circles)
      for (const { x, y } of centres) {
        expect(x + layout.radius).toBeLessThanOrEqual(layout.width)
        expect(y - layout.radius).toBeGreaterThan(markerSize)
        expect(y + layout.radius).toBeLessThan(layout.height - markerSize)
      }
      const distances = centres.flatMap((one, index) =>
        centres.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
      )
      const nearest = distances.reduce((least, one) => Math.min(least, one), Infinity)
      expect(nearest).toBeGreaterThan(2 * layout.radius)
    },
  )

  it('has four different markers at its corners, and none if it is not photographed', () => {
    const size = { count: 100, circles: 5, maxHeight: sheetHeight }
    const { markers, width, height } = sheetLayout({ ...size, code: 0xbeef })
    expect(markers.map(({ id }) => id)).toEqual([15, 16 + 14, 32 + 14, 48 + 11])
    expect(markers.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [width - markerSize, 0],
      [width - markerSize, height - markerSize],
      [0, height - markerSize],
    ])
    expect(sheetLayout({ ...size, code: null }).markers).toEqual([])
  })
})

describe('the markers', () => {
  it('differ from each other in at least 13 bits, however they are turned', () => {
    expect(markerCodes).toHaveLength(64)
    for (const [index, code] of markerCodes.entries()) {
      let bits = bitsOf(code)
      for (let turn = 0; turn < 4; turn++) {
        for (const [other, otherCode] of markerCodes.entries())
          if (other !== index || turn > 0)
            expect(differences(bits, bitsOf(otherCode))).toBeGreaterThanOrEqual(13)
        bits = turned(bits)
      }
    }
  })

  it('name the version of the paper and the size of the sheet', () => {
    const code = sheetCode('9f2c', 100, 5)
    expect(sheetCode('9f2c', 100, 5)).toBe(code)
    for (const other of [sheetCode('9f2d', 100, 5), sheetCode('9f2c', 99, 5)])
      expect(other).not.toBe(code)
  })

  it('are absent where the version of the paper is unknown', () => {
    const marks = { right: '1', wrong: '0', blank: '0' }
    expect(layoutOfPaper({ digest: null, marks, questions: [] })).toBeNull()
    expect(layoutOfPaper({ digest: '9f2c', marks, questions: null })).toBeNull()
  })
})
