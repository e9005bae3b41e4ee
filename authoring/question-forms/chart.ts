import { round } from '../figures/compass.ts'
import type { ChartKind } from './stem-blocks.ts'

const [width, height] = [320, 210]
const plot = { left: 34, right: 316, top: 10, bottom: 176 }
const maxSeries = 3

/** Why the rows of a table cannot be drawn, or null. The first row names the columns; the first
 *  column names what is compared, and the others are its series of numbers. */
export function chartProblem(kind: ChartKind, rows: readonly (readonly string[])[]): string | null {
  const values = rows.slice(1).map((row) => row.slice(1).map(Number))
  const series = (rows[0]?.length ?? 0) - 1
  if (values.length < 2 || values.length > 8) return 'a chart shows 2 to 8 rows'
  if (series < 1 || series > (kind === 'pie' ? 1 : maxSeries))
    return `a ${kind} chart does not show ${series} series`
  if (!values.flat().every((value) => Number.isFinite(value) && value >= 0))
    return 'a chart shows numbers from 0'
  return null
}

/** The drawing of a table, which the same table explains to those who do not see it. */
export function drawChart(kind: ChartKind, rows: readonly (readonly string[])[]): string {
  const labels = rows.slice(1).map(([label = '']) => label)
  const series = (rows[0] ?? [])
    .slice(1)
    .map((_, index) => rows.slice(1).map((row) => Number(row[index + 1])))
  const content =
    kind === 'pie' ? pie(labels, series[0] ?? []) : axes(kind, labels, series, rows[0] ?? [])
  const box = kind === 'pie' ? '0 0 320 220' : `0 0 ${width} ${height}`
  return `<svg role="img" aria-hidden="true" class="chart" viewBox="${box}">${content}</svg>`
}

const writing = (x: number, y: number, text: string | number, style = '') =>
  `<text${style && ` class="${style}"`} x="${round(x)}" y="${round(y)}">${escaped(text)}</text>`

const escaped = (text: string | number) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A step of 1, 2, 2.5 or 5 times a power of ten that divides the highest value into 4 to 8. */
function stepFor(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)) - 0.3)
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => highest / step <= 6)!
}

function axes(
  kind: 'bar' | 'line',
  labels: string[],
  series: number[][],
  heads: readonly string[],
) {
  const highest = Math.max(...series.flat())
  const step = stepFor(highest)
  const top = Math.ceil(highest / step) * step
  const y = (value: number) =>
    round(plot.bottom - ((plot.bottom - plot.top) * value) / (top === 0 ? 1 : top))
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  const slot = (plot.right - plot.left) / labels.length
  const middle = (index: number) => plot.left + slot * (index + 0.5)
  const grid = ticks.map((tick) => `M${plot.left} ${y(tick)}H${plot.right}`).join('')
  const drawn = kind === 'bar' ? bars(series, y, slot) : lines(series, y, middle)
  return (
    `<path class="g" d="${grid}"></path>` +
    ticks.map((tick) => writing(plot.left - 4, y(tick) + 4, tick, 'e')).join('') +
    labels.map((label, index) => writing(middle(index), plot.bottom + 15, label)).join('') +
    drawn +
    (series.length > 1 ? legend(kind, heads.slice(1)) : '')
  )
}

function bars(series: number[][], y: (value: number) => number, slot: number): string {
  const bar = (slot * 0.72) / series.length
  return series
    .map((values, at) => {
      const boxes = values.map((value, index) => {
        const left = round(plot.left + slot * index + slot * 0.14 + bar * at)
        return `M${left} ${plot.bottom}V${y(value)}h${round(bar)}V${plot.bottom}Z`
      })
      return `<path class="s${at}" d="${boxes.join('')}"></path>`
    })
    .join('')
}

function lines(
  series: number[][],
  y: (value: number) => number,
  middle: (index: number) => number,
): string {
  return series
    .map((values, at) => {
      const points = values.map((value, index) => `${round(middle(index))} ${y(value)}`)
      const dots = values.map(
        (value, index) => `M${round(middle(index) - 3)} ${y(value)}a3 3 0 1 1 6 0a3 3 0 1 1-6 0Z`,
      )
      return (
        `<path class="n${at}" d="M${points.join('L')}"></path>` +
        `<path class="f" d="${dots.join('')}"></path>`
      )
    })
    .join('')
}

function legend(kind: 'bar' | 'line', names: readonly string[]): string {
  const slot = (width - 20) / names.length
  return names
    .map((name, at) => {
      const left = 14 + slot * at
      const sign =
        kind === 'bar'
          ? `<path class="s${at}" d="M${round(left)} 196h10v10h-10Z"></path>`
          : `<path class="n${at}" d="M${round(left - 4)} 201h18"></path>`
      return sign + writing(left + 18, 206, name, 'b')
    })
    .join('')
}

function pie(labels: string[], values: number[]): string {
  const total = values.reduce((sum, value) => sum + value, 0)
  const [x, y, r] = [160, 110, 74]
  let turn = 0
  const at = (share: number, distance: number) => {
    const angle = share * 2 * Math.PI
    return [round(x + distance * Math.sin(angle)), round(y - distance * Math.cos(angle))] as const
  }
  return values
    .map((value, index) => {
      const start = turn
      turn += value / total
      const [from, to] = [at(start, r), at(turn, r)]
      const isLarge = value / total > 0.5 ? 1 : 0
      const path = `M${x} ${y}L${from.join(' ')}A${r} ${r} 0 ${isLarge} 1 ${to.join(' ')}Z`
      const [labelX, labelY] = at((start + turn) / 2, r + 10)
      const side = labelX > x + 12 ? 'b' : labelX < x - 12 ? 'e' : ''
      const [valueX, valueY] = at((start + turn) / 2, r * 0.64)
      return (
        `<path class="l" d="${path}"></path>` +
        writing(labelX, labelY + (labelY > y ? 8 : 0), labels[index] ?? '', side) +
        writing(valueX, valueY + 4, value)
      )
    })
    .join('')
}
