import type { Outcome } from '../../domain/attempt/attempt-result.ts'

/** What stands in a row of a key sheet: the right options filled, a wrong choice crossed out. */
export type MarkedRow = { accepted: readonly number[]; chosen: number | null; outcome: Outcome }

const width = 190
const numberWidth = 9
const gap = 2.5
const timing = 6
const mostColumns = 5
const rowsInColumn = 25

/** The bubbles of an answer sheet, drawn to the millimetre: so many questions, so many circles each, in columns of fives.
 *  `marked`: a key sheet, row by row. Lines only, so that printers which leave out backgrounds print it, too. */
export function OmrGrid({
  count,
  circles,
  label,
  marked,
  height = 174,
}: {
  count: number
  circles: number
  label: string
  marked?: readonly MarkedRow[]
  height?: number
}) {
  const columns = Math.min(mostColumns, Math.ceil(count / rowsInColumn))
  const rows = Math.ceil(count / columns / 5) * 5
  const groupGap = 1
  const rowPitch = Math.min(7.5, (height - (rows / 5) * groupGap) / rows)
  const room = (width - timing - gap * (columns - 1)) / columns - numberWidth - 4
  const pitch = Math.min(7.4, room / circles)
  const radius = Math.min(2.3, pitch * 0.4, rowPitch * 0.42)
  const columnWidth = numberWidth + circles * pitch + 4
  const top = (row: number) => rowPitch * (row + 0.5) + Math.floor(row / 5) * groupGap
  const total = top(rows - 1) + rowPitch / 2 + 0.5
  const places = Array.from({ length: circles }, (_, index) => numberWidth + pitch * (index + 0.5))
  return (
    <svg
      className="omr-grid"
      viewBox={`0 0 ${width} ${total.toFixed(2)}`}
      role="img"
      aria-label={label}
    >
      <path className="timing" d={timingMarks(rows, top)} />
      {Array.from({ length: count }, (_, index) => {
        const x = timing + Math.floor(index / rows) * (columnWidth + gap)
        const y = top(index % rows)
        return (
          <g key={index} transform={`translate(${x.toFixed(2)} ${y.toFixed(2)})`}>
            <text x={numberWidth - 1.5} y="1.1" textAnchor="end" className="number">
              {index + 1}
            </text>
            <path d={places.map((place) => circle(place, radius)).join('')} />
            <text
              className="digits"
              x={places.map((place) => place.toFixed(2)).join(' ')}
              y={(radius * 0.5).toFixed(2)}
              fontSize={(radius * 1.45).toFixed(2)}
              textAnchor="middle"
            >
              {places.map((_, option) => option + 1).join('')}
            </text>
            {marked?.[index] && (
              <Marks row={marked[index]} places={places} radius={radius} end={columnWidth} />
            )}
          </g>
        )
      })}
    </svg>
  )
}

function Marks({
  row: { accepted, chosen, outcome },
  places,
  radius,
  end,
}: {
  row: MarkedRow
  places: readonly number[]
  radius: number
  end: number
}) {
  const at = (option: number | null) => (option === null ? undefined : places[option])
  const missed = outcome === 'wrong' ? at(chosen) : undefined
  const isCancelled = outcome === 'awarded' || outcome === 'void'
  return (
    <>
      {accepted.map((option) => (
        <circle key={option} className="filled" cx={at(option)?.toFixed(2)} r={radius} />
      ))}
      {missed !== undefined && <path className="crossed" d={cross(missed, radius * 1.15)} />}
      {isCancelled && <path className="crossed" d={`M1 0H${(end - 4).toFixed(2)}`} />}
      <path className="crossed" d={verdict(outcome, end - 2)} />
    </>
  )
}

const circle = (x: number, radius: number) =>
  `M${(x - radius).toFixed(2)} 0a${radius.toFixed(2)} ${radius.toFixed(2)} 0 1 0 ${(radius * 2).toFixed(2)} 0a${radius.toFixed(2)} ${radius.toFixed(2)} 0 1 0 ${(-radius * 2).toFixed(2)} 0`

const cross = (x: number, size: number) =>
  `M${(x - size).toFixed(2)} ${-size}L${(x + size).toFixed(2)} ${size}M${(x + size).toFixed(2)} ${-size}L${(x - size).toFixed(2)} ${size}`

/** A tick, a cross or a dash at the end of the row. */
function verdict(outcome: Outcome, x: number): string {
  switch (outcome) {
    case 'right':
    case 'awarded':
      return `M${x - 1.4} 0.1L${x - 0.4} 1.1L${x + 1.4} -1.2`
    case 'wrong':
      return cross(x, 1)
    case 'blank':
    case 'not-answered':
    case 'void':
      return `M${x - 1.2} 0H${x + 1.2}`
  }
}

/** The black marks at the edge by which a reader of sheets finds the rows. */
const timingMarks = (rows: number, top: (row: number) => number) =>
  Array.from({ length: rows }, (_, row) => `M0 ${top(row).toFixed(2)}h3`).join('')
