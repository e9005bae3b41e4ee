import { fractionText } from '../../../domain/attempt/marks.ts'
import type { PaceInterval, Progress } from '../../../domain/study/progress.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { attemptResultPath } from '../../addresses/paths.ts'
import { messagesFor } from '../../ui/messages.ts'
import { Figures } from './figures.tsx'

const [width, up, down] = [340, 90, 60]
const bottom = 24

/** Right and wrong answers by when they were given in the latest test, with the marks that each
 *  interval brought. */
export function Pace({ page, pace }: { page: PageContext; pace: Progress['pace'] }) {
  if (pace === null) return null
  const messages = messagesFor(page.locale)
  const { attempt, intervals } = pace
  return (
    <section>
      <h2 id="pace">
        <a href={localizedPath(attemptResultPath(attempt), page.locale)}>
          {messages.progress_pace()}
        </a>
      </h2>
      <p className="small">{messages.progress_pace_about()}</p>
      <PaceBars intervals={intervals} title={messages.progress_pace()} />
      <Figures
        page={page}
        labelledBy="pace"
        head={[
          messages.progress_minutes(),
          messages.result_right(),
          messages.result_wrong(),
          messages.result_marks(),
        ]}
        rows={intervals.map(({ fromMinute, toMinute, right, wrong, marks }) => [
          `${fromMinute}–${toMinute}`,
          right,
          wrong,
          fractionText(marks),
        ])}
      />
    </section>
  )
}

function PaceBars({ intervals, title }: { intervals: readonly PaceInterval[]; title: string }) {
  const max = Math.max(1, ...intervals.flatMap(({ right, wrong }) => [right, wrong]))
  const column = width / intervals.length
  const text = intervals
    .map(({ fromMinute, toMinute, marks }) => `${fromMinute}–${toMinute}: ${fractionText(marks)}`)
    .join(', ')
  return (
    <svg
      className="picture"
      viewBox={`0 0 ${width} ${up + down + bottom}`}
      role="img"
      aria-label={`${title}. ${text}`}
    >
      {intervals.map(({ fromMinute, right, wrong }, index) => {
        const x = index * column + column * 0.18
        const tall = (right / max) * (up - 18)
        const deep = (wrong / max) * (down - 16)
        return (
          <g key={fromMinute}>
            {right > 0 && (
              <rect className="right" x={x} width={column * 0.64} y={up - tall} height={tall} />
            )}
            {wrong > 0 && (
              <rect className="wrong" x={x} width={column * 0.64} y={up + 1} height={deep} />
            )}
            <text x={x + column * 0.32} y={up - tall - 4} textAnchor="middle">
              {right}
            </text>
            <text x={x + column * 0.32} y={up + deep + 14} textAnchor="middle">
              {wrong}
            </text>
            <text x={index * column} y={up + down + 16} textAnchor="start">
              {fromMinute}
            </text>
          </g>
        )
      })}
      <text x={width} y={up + down + 16} textAnchor="end">
        {intervals.at(-1)?.toMinute}
      </text>
      <path className="ground" d={`M0 ${up}.5H${width}`} />
    </svg>
  )
}
