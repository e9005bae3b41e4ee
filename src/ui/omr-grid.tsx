import type { Outcome } from '../../domain/attempt/attempt-result.ts'

/** A row of a key sheet: the right options filled, a wrong choice crossed out. */
export type KeySheetRow = { accepted: readonly number[]; chosen: number | null; outcome: Outcome }

const widthMm = 190
const numberWidthMm = 9
const columnGapMm = 2.5
const timingWidthMm = 6
const maxColumns = 5
const rowsInColumn = 25

/** The bubbles of an answer sheet, in millimetres: `count` questions with `circles` bubbles each,
 *  in columns, with a gap after every five rows. `keySheet`: one marked row per question. Drawn
 *  with lines only, because printers may leave out backgrounds. */
export function OmrGrid({
  count,
  circles,
  label,
  keySheet,
  heightMm = 174,
}: {
  count: number
  circles: number
  label: string
  keySheet?: readonly KeySheetRow[]
  heightMm?: number
}) {
  const columns = Math.min(maxColumns, Math.ceil(count / rowsInColumn))
  const rows = Math.ceil(count / columns / 5) * 5
  const groupGap = 1
  const rowPitch = Math.min(7.5, (heightMm - (rows / 5) * groupGap) / rows)
  const room = (widthMm - timingWidthMm - columnGapMm * (columns - 1)) / columns - numberWidthMm - 4
  const pitch = Math.min(7.4, room / circles)
  const radius = Math.min(2.3, pitch * 0.4, rowPitch * 0.42)
  const columnWidth = numberWidthMm + circles * pitch + 4
  const top = (row: number) => rowPitch * (row + 0.5) + Math.floor(row / 5) * groupGap
  const total = top(rows - 1) + rowPitch / 2 + 0.5
  const optionCentres = Array.from(
    { length: circles },
    (_, index) => numberWidthMm + pitch * (index + 0.5),
  )
  return (
    <svg
      className="omr-grid"
      viewBox={`0 0 ${widthMm} ${total.toFixed(2)}`}
      role="img"
      aria-label={label}
    >
      <path className="timing" d={timingMarks(rows, top)} />
      {Array.from({ length: count }, (_, index) => {
        const x = timingWidthMm + Math.floor(index / rows) * (columnWidth + columnGapMm)
        const y = top(index % rows)
        return (
          <g key={index} transform={`translate(${x.toFixed(2)} ${y.toFixed(2)})`}>
            <text x={numberWidthMm - 1.5} y="1.1" textAnchor="end" className="number">
              {index + 1}
            </text>
            <path d={optionCentres.map((x) => circle(x, radius)).join('')} />
            <text
              className="digits"
              x={optionCentres.map((x) => x.toFixed(2)).join(' ')}
              y={(radius * 0.5).toFixed(2)}
              fontSize={(radius * 1.45).toFixed(2)}
              textAnchor="middle"
            >
              {optionCentres.map((_, option) => option + 1).join('')}
            </text>
            {keySheet?.[index] && (
              <RowMarks
                row={keySheet[index]}
                optionCentres={optionCentres}
                radius={radius}
                end={columnWidth}
              />
            )}
          </g>
        )
      })}
    </svg>
  )
}

function RowMarks({
  row: { accepted, chosen, outcome },
  optionCentres,
  radius,
  end,
}: {
  row: KeySheetRow
  optionCentres: readonly number[]
  radius: number
  end: number
}) {
  const centreOf = (option: number | null) => (option === null ? undefined : optionCentres[option])
  const wrongX = outcome === 'wrong' ? centreOf(chosen) : undefined
  const isCancelled = outcome === 'awarded' || outcome === 'void'
  return (
    <>
      {accepted.map((option) => (
        <circle key={option} className="filled" cx={centreOf(option)?.toFixed(2)} r={radius} />
      ))}
      {wrongX !== undefined && <path className="crossed" d={cross(wrongX, radius * 1.15)} />}
      {isCancelled && <path className="crossed" d={`M1 0H${(end - 4).toFixed(2)}`} />}
      <path className="crossed" d={outcomeMark(outcome, end - 2)} />
    </>
  )
}

function circle(x: number, radius: number): string {
  const [start, r] = [(x - radius).toFixed(2), radius.toFixed(2)]
  const diameter = radius * 2
  return [
    `M${start} 0`,
    `a${r} ${r} 0 1 0 ${diameter.toFixed(2)} 0`,
    `a${r} ${r} 0 1 0 ${(-diameter).toFixed(2)} 0`,
  ].join('')
}

function cross(x: number, size: number): string {
  const [left, right] = [(x - size).toFixed(2), (x + size).toFixed(2)]
  return `M${left} ${-size}L${right} ${size}M${right} ${-size}L${left} ${size}`
}

/** A tick, a cross or a dash at the end of the row. */
function outcomeMark(outcome: Outcome, x: number): string {
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

/** The timing marks at the edge, by which a scanner finds the rows. */
const timingMarks = (rows: number, top: (row: number) => number) =>
  Array.from({ length: rows }, (_, row) => `M0 ${top(row).toFixed(2)}h3`).join('')
