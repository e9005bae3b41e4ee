import { describe, expect, it } from 'vitest'
import { projectionOf } from '../../client/sheet-reader/homography.ts'

const corners = [
  { x: 0, y: 0 },
  { x: 190, y: 0 },
  { x: 190, y: 174 },
  { x: 0, y: 174 },
]

describe('the projection of a sheet onto a photograph', () => {
  it('maps every point of a sheet that is photographed from the side', () => {
    const seen = (x: number, y: number) => {
      const depth = 1 + x * 0.0007 + y * 0.0004
      return { x: (5 * x + 0.4 * y + 120) / depth, y: (-0.3 * x + 5.2 * y + 300) / depth }
    }
    const project = projectionOf(corners.map((from) => ({ from, to: seen(from.x, from.y) })))!
    for (const [x, y] of [
      [10, 20],
      [95, 87],
      [180, 3],
    ] as const) {
      expect(project(x, y).x).toBeCloseTo(seen(x, y).x, 6)
      expect(project(x, y).y).toBeCloseTo(seen(x, y).y, 6)
    }
  })

  it('is the closest one where the points were found inexactly', () => {
    const pairs = [...corners, { x: 95, y: 87 }, { x: 40, y: 150 }].map((from, index) => ({
      from,
      to: { x: from.x * 5 + (index % 2 ? 0.4 : -0.4), y: from.y * 5 },
    }))
    const { x, y } = projectionOf(pairs)!(95, 40)
    expect(x).toBeCloseTo(475, 0)
    expect(y).toBeCloseTo(200, 0)
  })

  it('does not exist where all points lie on one line', () => {
    const onLine = [0, 1, 2, 3].map((x) => ({ from: { x, y: x }, to: { x, y: x } }))
    expect(projectionOf(onLine)).toBeNull()
  })
})
