import { fractionText, signOf } from '../../domain/attempt/marks.ts'
import type { PrintedText } from './printed-paper-layout.ts'
import { OmrGrid } from './omr-grid.tsx'
import { Sheet } from './page-parts.tsx'
import type { Words } from './words.ts'

const registerDigits = 8
const bookletDigits = 6

/** An answer sheet of one page of A4, with the fields that examining boards ask for: register number, version code, number of the
 *  booklet, name, signatures. Where a question that is left blank costs marks there is a fifth circle. */
export function OmrSheet({
  title,
  count,
  options,
  marks,
  words,
}: {
  title: PrintedText | undefined
  count: number
  options: number
  marks: { wrong: string; blank: string }
  words: Words
}) {
  const hasFifth = signOf(marks.blank) !== 0
  const rules = [
    words.omr_pen(),
    words.omr_one(),
    ...(signOf(marks.wrong) === 0
      ? []
      : [words.omr_wrong_costs({ marks: fractionText(marks.wrong) })]),
    ...(hasFifth ? [words.omr_five({ marks: fractionText(marks.blank) })] : []),
  ]
  return (
    <section className="omr">
      <Sheet of="omr" />
      <header>
        <h2>{words.omr_sheet()}</h2>
        <p lang={title?.locale}>{title?.text}</p>
        <p className="small">{words.omr_practice()}</p>
      </header>
      <div className="omr-head">
        <figure>
          <figcaption>{words.omr_register()}</figcaption>
          <DigitField digits={registerDigits} label={words.omr_register()} />
        </figure>
        <div className="omr-fields">
          <figure>
            <figcaption>{words.omr_name()}</figcaption>
            <Boxes count={22} label={words.omr_name()} />
          </figure>
          <div className="omr-pair">
            <figure>
              <figcaption>{words.result_date()}</figcaption>
              <Boxes count={8} label={words.result_date()} />
            </figure>
            <figure>
              <figcaption>{words.omr_booklet()}</figcaption>
              <Boxes count={bookletDigits} label={words.omr_booklet()} />
            </figure>
            <figure>
              <figcaption>{words.omr_code()}</figcaption>
              <Letters label={words.omr_code()} />
            </figure>
          </div>
          <div className="omr-pair">
            <p className="signature">{words.omr_candidate()}</p>
            <p className="signature">{words.omr_invigilator()}</p>
          </div>
        </div>
      </div>
      <div className="omr-rules">
        <ul>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <Ways words={words} />
      </div>
      <OmrGrid count={count} circles={options + (hasFifth ? 1 : 0)} label={words.omr_sheet()} />
    </section>
  )
}

const box = 6

/** A row of empty boxes, one for each letter or digit. */
function Boxes({ count, label }: { count: number; label: string }) {
  return (
    <svg
      className="boxes"
      viewBox={`0 0 ${count * box + 0.4} ${box + 0.4}`}
      width={`${count * box}mm`}
      role="img"
      aria-label={label}
    >
      <path
        d={`M0.2 0.2h${count * box}v${box}h-${count * box}z${Array.from({ length: count - 1 }, (_, index) => `M${(index + 1) * box + 0.2} 0.2v${box}`).join('')}`}
      />
    </svg>
  )
}

/** Boxes for a number, and below each the ten digits as bubbles. */
function DigitField({ digits, label }: { digits: number; label: string }) {
  const row = 4.5
  const height = box + 1.5 + row * 10
  return (
    <svg
      className="boxes"
      viewBox={`0 0 ${digits * box + 0.4} ${height}`}
      width={`${digits * box}mm`}
      role="img"
      aria-label={label}
    >
      <path
        d={`M0.2 0.2h${digits * box}v${box}h-${digits * box}z${Array.from({ length: digits - 1 }, (_, index) => `M${(index + 1) * box + 0.2} 0.2v${box}`).join('')}`}
      />
      {Array.from({ length: 10 }, (_, digit) => (
        <g key={digit} transform={`translate(0.2 ${(box + 1.5 + row * (digit + 0.5)).toFixed(2)})`}>
          {Array.from({ length: digits }, (_, column) => (
            <circle key={column} cx={box * (column + 0.5)} r="1.95" />
          ))}
          <text
            className="digits"
            x={Array.from({ length: digits }, (_, column) => box * (column + 0.5)).join(' ')}
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

/** The four versions of a booklet. */
function Letters({ label }: { label: string }) {
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

/** How a circle is shaded, and how not. */
function Ways({ words }: { words: Words }) {
  return (
    <p className="omr-ways">
      <span>
        {words.omr_right_way()}{' '}
        <svg viewBox="-3 -3 6 6" aria-hidden="true">
          <circle className="filled" r="2.3" />
        </svg>
      </span>
      <span>
        {words.omr_wrong_ways()}{' '}
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
