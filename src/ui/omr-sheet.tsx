import type { SheetLayout } from '../../domain/answer-sheet/sheet-layout.ts'
import { fractionText, signOf } from '../../domain/attempt/marks.ts'
import type { PrintedText } from './printed-paper-layout.ts'
import { OmrGrid } from './omr-grid.tsx'
import { InlineStyle } from './inline-assets.tsx'
import type { Messages } from './messages.ts'

const registerDigits = 8
const bookletDigits = 6

/** An answer sheet on one page of A4, with the fields of the examining boards' own sheets: register
 *  number, version code, booklet number, name, signatures. It has a fifth circle if a blank answer
 *  costs marks. `scanAddress`: of the page that reads a photograph of it. */
export function OmrSheet({
  title,
  layout,
  marks,
  scanAddress,
  messages,
}: {
  title: PrintedText | undefined
  layout: SheetLayout
  marks: { wrong: string; blank: string }
  scanAddress: string | null
  messages: Messages
}) {
  const hasFifth = signOf(marks.blank) !== 0
  const rules = [
    messages.omr_pen(),
    messages.omr_one(),
    ...(signOf(marks.wrong) === 0
      ? []
      : [messages.omr_wrong_costs({ marks: fractionText(marks.wrong) })]),
    ...(hasFifth ? [messages.omr_five({ marks: fractionText(marks.blank) })] : []),
  ]
  return (
    <section className="omr">
      <InlineStyle name="omr" />
      <header>
        <h2>{messages.omr_sheet()}</h2>
        <p lang={title?.locale}>{title?.text}</p>
        <p className="small">{messages.omr_practice()}</p>
        {scanAddress !== null && (
          <p className="small">{messages.sheet_scan_here({ address: scanAddress })}</p>
        )}
      </header>
      <div className="omr-head">
        <figure>
          <figcaption>{messages.omr_register()}</figcaption>
          <DigitField digits={registerDigits} label={messages.omr_register()} />
        </figure>
        <div className="omr-fields">
          <figure>
            <figcaption>{messages.omr_name()}</figcaption>
            <Boxes count={22} label={messages.omr_name()} />
          </figure>
          <div className="omr-pair">
            <figure>
              <figcaption>{messages.result_date()}</figcaption>
              <Boxes count={8} label={messages.result_date()} />
            </figure>
            <figure>
              <figcaption>{messages.omr_booklet()}</figcaption>
              <Boxes count={bookletDigits} label={messages.omr_booklet()} />
            </figure>
            <figure>
              <figcaption>{messages.omr_code()}</figcaption>
              <VersionLetters label={messages.omr_code()} />
            </figure>
          </div>
          <div className="omr-pair">
            <p className="signature">{messages.omr_candidate()}</p>
            <p className="signature">{messages.omr_invigilator()}</p>
          </div>
        </div>
      </div>
      <div className="omr-rules">
        <ul>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <ShadingExamples messages={messages} />
      </div>
      <OmrGrid layout={layout} label={messages.omr_sheet()} />
    </section>
  )
}

const boxMm = 6

/** A frame around `count` boxes, and the lines between them. */
function boxesPath(count: number): string {
  const width = count * boxMm
  const lines = Array.from(
    { length: count - 1 },
    (_, index) => `M${(index + 1) * boxMm + 0.2} 0.2v${boxMm}`,
  )
  return `M0.2 0.2h${width}v${boxMm}h-${width}z${lines.join('')}`
}

/** A row of empty boxes, one per letter or digit. */
function Boxes({ count, label }: { count: number; label: string }) {
  return (
    <svg
      className="boxes"
      viewBox={`0 0 ${count * boxMm + 0.4} ${boxMm + 0.4}`}
      width={`${count * boxMm}mm`}
      role="img"
      aria-label={label}
    >
      <path d={boxesPath(count)} />
    </svg>
  )
}

/** Boxes for a number, with the ten digits as bubbles below each. */
function DigitField({ digits, label }: { digits: number; label: string }) {
  const rowMm = 4.5
  const height = boxMm + 1.5 + rowMm * 10
  return (
    <svg
      className="boxes"
      viewBox={`0 0 ${digits * boxMm + 0.4} ${height}`}
      width={`${digits * boxMm}mm`}
      role="img"
      aria-label={label}
    >
      <path d={boxesPath(digits)} />
      {Array.from({ length: 10 }, (_, digit) => (
        <g
          key={digit}
          transform={`translate(0.2 ${(boxMm + 1.5 + rowMm * (digit + 0.5)).toFixed(2)})`}
        >
          {Array.from({ length: digits }, (_, column) => (
            <circle key={column} cx={boxMm * (column + 0.5)} r="1.95" />
          ))}
          <text
            className="digits"
            x={Array.from({ length: digits }, (_, column) => boxMm * (column + 0.5)).join(' ')}
            y="1"
            fontSize="2.8"
            textAnchor="middle"
          >
            {String(digit).repeat(digits)}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** The four version codes of a booklet. */
function VersionLetters({ label }: { label: string }) {
  return (
    <svg className="boxes" viewBox="0 0 26.4 6.4" width="26mm" role="img" aria-label={label}>
      {['A', 'B', 'C', 'D'].map((letter, index) => (
        <g key={letter} transform={`translate(${3.2 + index * 6.5} 3.2)`}>
          <circle r="2.5" />
          <text className="digits" y="1.2" fontSize="3.4" textAnchor="middle">
            {letter}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** Examples of a correctly and of wrongly shaded circles. */
function ShadingExamples({ messages }: { messages: Messages }) {
  return (
    <p className="omr-ways">
      <span>
        {messages.omr_right_way()}{' '}
        <svg viewBox="-3 -3 6 6" aria-hidden="true">
          <circle className="filled" r="2.3" />
        </svg>
      </span>
      <span>
        {messages.omr_wrong_ways()}{' '}
        <svg viewBox="-3 -3 6 6" aria-hidden="true">
          <circle r="2.3" />
          <path d="M-1.3 0l1 1 1.8-2.2" />
        </svg>
        <svg viewBox="-3 -3 6 6" aria-hidden="true">
          <circle r="2.3" />
          <path d="M-1.6-1.6l3.2 3.2m0-3.2l-3.2 3.2" />
        </svg>
        <svg viewBox="-3 -3 6 6" aria-hidden="true">
          <circle r="2.3" />
          <circle className="filled" r="1" />
        </svg>
        <svg viewBox="-3 -3 6 6" aria-hidden="true">
          <circle r="2.3" />
          <path className="filled" d="M0-2.3a2.3 2.3 0 0 0 0 4.6z" />
        </svg>
      </span>
    </p>
  )
}
