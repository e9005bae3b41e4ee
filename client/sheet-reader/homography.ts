export type Point = { x: number; y: number }

/** Maps a point of the sheet, in millimetres, to a point of a photograph, in pixels. */
export type Projection = (x: number, y: number) => Point

/** The perspective projection that maps each `from` to its `to` as closely as possible (least
 *  squares), from at least four pairs. null: the points lie on one line.
 *  https://docs.opencv.org/4.x/d9/dab/tutorial_homography.html */
export function projectionOf(pairs: readonly { from: Point; to: Point }[]): Projection | null {
  // Values near 1 keep the system of equations well conditioned.
  const unitFrom = largest(pairs.map(({ from }) => from))
  const unitTo = largest(pairs.map(({ to }) => to))
  const sums = Array.from({ length: 8 }, () => new Float64Array(9))
  for (const { from, to } of pairs) {
    const [x, y] = [from.x / unitFrom, from.y / unitFrom]
    const [u, v] = [to.x / unitTo, to.y / unitTo]
    for (const row of [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ])
      for (let i = 0; i < 8; i++) for (let j = 0; j < 9; j++) sums[i]![j]! += row[i]! * row[j]!
  }
  const h = solved(sums)
  if (h === null) return null
  return (sheetX, sheetY) => {
    const [x, y] = [sheetX / unitFrom, sheetY / unitFrom]
    const depth = h[6]! * x + h[7]! * y + 1
    return {
      x: ((h[0]! * x + h[1]! * y + h[2]!) / depth) * unitTo,
      y: ((h[3]! * x + h[4]! * y + h[5]!) / depth) * unitTo,
    }
  }
}

const largest = (points: readonly Point[]) =>
  Math.max(1, ...points.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]))

/** Solves eight linear equations, each a row of eight coefficients and the right side, by Gaussian
 *  elimination. null: they have no single solution. */
function solved(rows: Float64Array[]): number[] | null {
  for (let column = 0; column < 8; column++) {
    const below = rows.slice(column)
    const pivot = below.reduce((best, row) =>
      Math.abs(row[column]!) > Math.abs(best[column]!) ? row : best,
    )
    if (Math.abs(pivot[column]!) < 1e-12) return null
    rows[rows.indexOf(pivot)] = rows[column]!
    rows[column] = pivot
    for (const row of rows) {
      if (row === pivot) continue
      const factor = row[column]! / pivot[column]!
      for (let i = column; i < 9; i++) row[i]! -= factor * pivot[i]!
    }
  }
  return rows.map((row, index) => row[8]! / row[index]!)
}
