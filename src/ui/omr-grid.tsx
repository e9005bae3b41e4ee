import type { SheetLayout } from '../../domain/answer-sheet/sheet-layout.ts'
import { markerSize, type Marker } from '../../domain/answer-sheet/sheet-markers.ts'
import type { Outcome } from '../../domain/attempt/attempt-result.ts'

/** A row of a key sheet: the right options filled, a wrong choice crossed out. */
export type KeySheetRow = { accepted: readonly number[]; chosen: number | null; outcome: Outcome }

/** The bubbles of an answer sheet. `keySheet`: one marked row per question. Drawn with lines and
 *  small areas, because printers may leave out backgrounds. */
export function OmrGrid({
  layout,
  label,
  keySheet,
}: {
  layout: SheetLayout
  label: string
  keySheet?: readonly KeySheetRow[]
}) {
  const { radius, bubbles, numberWidth, columnWidth } = layout
  return (
    <svg
      className="omr-grid"
      viewBox={`0 0 ${layout.width} ${layout.height.toFixed(2)}`}
      role="img"
      aria-label={label}
    >
      <path className="timing" d={timingMarks(layout.rows)} />
      {layout.markers.map((marker) => (
        <path key={marker.id} className="marker" d={markerPath(marker)} />
      ))}
      {layout.questions.map(({ x, y }, index) => (
        <g key={index} transform={`translate(${x.toFixed(2)} ${y.toFixed(2)})`}>
          <text x={numberWidth - 1.5} y="1.1" textAnchor="end" className="number">
            {index + 1}
          </text>
          <path d={bubbles.map((x) => circle(x, radius)).join('')} />
          <text
            className="digits"
            x={bubbles.map((x) => x.toFixed(2)).join(' ')}
            y={(radius * 0.5).toFixed(2)}
            fontSize={(radius * 1.45).toFixed(2)}
            textAnchor="middle"
          >
            {bubbles.map((_, option) => option + 1).join('')}
          </text>
          {keySheet?.[index] && (
            <RowMarks
              row={keySheet[index]}
              optionCentres={bubbles}
              radius={radius}
              end={columnWidth}
            />
          )}
        </g>
      ))}
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
const timingMarks = (rows: readonly number[]) => rows.map((y) => `M0 ${y.toFixed(2)}h3`).join('')

/** The black cells of a marker, row by row. */
function markerPath({ x, y, cells }: Marker): string {
  const cell = markerSize / cells.length
  return cells
    .flatMap((row, rowIndex) =>
      row.flatMap((isBlack, column) => {
        if (!isBlack || row[column - 1]) return []
        const end = row.indexOf(false, column)
        const length = ((end === -1 ? row.length : end) - column) * cell
        const left = (x + column * cell).toFixed(3)
        const top = (y + rowIndex * cell).toFixed(3)
        return [`M${left} ${top}h${length.toFixed(3)}v${cell.toFixed(3)}h${(-length).toFixed(3)}z`]
      }),
    )
    .join('')
}
