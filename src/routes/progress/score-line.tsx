import { percentText, scoreText, shareOf } from '../../../domain/attempt/marks.ts'
import type { ProgressPaper } from '../../../domain/study/progress.ts'
import type { PageContext } from '../../addresses/address.ts'
import { dayMonthText } from '../../ui/dates.ts'
import { messagesFor } from '../../ui/messages.ts'

const [width, height] = [340, 220]
const inset = { left: 34, right: 18, top: 14, bottom: 28 }

/** A level that the scores are compared with. share: 0 to 1. */
type Level = { share: number; label: string; className: string }

/** Scores of papers as a line, the oldest first, with the reader's target and the pass mark. From
 *  two papers on. Rendered on the server. */
export function ScoreLine({
  page,
  papers,
  target,
  passMark,
}: {
  page: PageContext
  papers: readonly ProgressPaper[]
  target: number | null
  passMark: number | null
}) {
  const messages = messagesFor(page.locale)
  const shares = papers.map(({ score, maximum }) => shareOf(score, maximum))
  const levels: Level[] = [
    ...(target === null
      ? []
      : [
          {
            share: target / 100,
            label: `${messages.progress_target()} ${target} %`,
            className: 'aim',
          },
        ]),
    ...(passMark === null
      ? []
      : [{ share: passMark, label: messages.progress_pass_mark(), className: 'cut' }]),
  ]
  const all = [...shares, ...levels.map(({ share }) => share)]
  const low = Math.max(-1, Math.floor(Math.min(...all) * 10 - 0.5) / 10)
  const high = Math.min(1, Math.ceil(Math.max(...all) * 10 + 0.5) / 10)
  const yOf = (share: number) =>
    inset.top + (1 - (share - low) / (high - low)) * (height - inset.top - inset.bottom)
  const step = (width - inset.left - inset.right) / (papers.length - 1)
  const xOf = (index: number) => inset.left + index * step
  const ticks = gridLevels(low, high)
  const points = shares.map((share, index) => `${xOf(index).toFixed(1)},${yOf(share).toFixed(1)}`)
  const last = papers.length - 1
  const text = messages.progress_scores_text({
    count: papers.length,
    scores: papers.map(({ score, maximum }) => percentText(score, maximum)).join(', '),
  })
  return (
    <svg className="picture" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={text}>
      {ticks.map((share) => (
        <g key={share}>
          <path className="grid" d={`M${inset.left} ${yOf(share).toFixed(1)}H${width}`} />
          <text x={inset.left - 6} y={(yOf(share) + 4).toFixed(1)} textAnchor="end">
            {Math.round(share * 100)}
          </text>
        </g>
      ))}
      {levels.map(({ share, label, className }, index) => (
        <g key={className}>
          <path className={className} d={`M${inset.left} ${yOf(share).toFixed(1)}H${width}`} />
          <text
            className="label"
            x={inset.left + 4}
            y={(yOf(share) + (index === 0 ? -6 : 15)).toFixed(1)}
          >
            {label}
          </text>
        </g>
      ))}
      <polyline className="line" points={points.join(' ')} />
      {papers.map(({ id, score }, index) => {
        const [x, y] = [xOf(index), yOf(shares[index] ?? 0)]
        return (
          <g key={id}>
            <circle
              className={index === last ? 'last' : 'point'}
              cx={x.toFixed(1)}
              cy={y.toFixed(1)}
              r={index === last ? 6 : 4}
            />
            {index === last && (
              <text
                className="label"
                x={(x + 6).toFixed(1)}
                y={(y > height / 2 ? y - 12 : y + 22).toFixed(1)}
                textAnchor="end"
              >
                {scoreText(score)}
              </text>
            )}
          </g>
        )
      })}
      {[0, last].map((index) => (
        <text
          key={index}
          x={xOf(index).toFixed(1)}
          y={height - 8}
          textAnchor={index === 0 ? 'start' : 'end'}
        >
          {dayMonthText(papers[index]?.submittedAt ?? '', page.locale)}
        </text>
      ))}
    </svg>
  )
}

/** Every tenth, or every fifth of the marks where there would be too many lines. */
function gridLevels(low: number, high: number): number[] {
  const [from, to] = [Math.round(low * 10), Math.round(high * 10)]
  const step = to - from > 6 ? 2 : 1
  const first = Math.ceil(from / step) * step
  return Array.from(
    { length: Math.floor((to - first) / step) + 1 },
    (_, index) => (first + index * step) / 10,
  )
}
