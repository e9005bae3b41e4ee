import type { Outcome } from '../../../domain/attempt/attempt-result.ts'
import { durationText } from '../durations.ts'
import { InlineStyle } from '../inline-assets.tsx'

const upwardPx = 80
const downwardPx = 60

/** The time spent on each question as a bar chart: upwards for right answers, downwards for wrong
 *  ones, hollow for the others. Rendered on the server. `text`: the text alternative. */
export function TimeStrip({
  questions,
  title,
  text,
}: {
  questions: readonly { number: number; outcome: Outcome; spentMs: number }[]
  title: string
  text: string
}) {
  const maxSpentMs = Math.max(1, ...questions.map(({ spentMs }) => spentMs))
  const count = questions.length
  const columnPercent = 100 / count
  const at = (index: number) => `${(index * columnPercent).toFixed(3)}%`
  const ticks = questions.filter(({ number }) => number === 1 || number % tickEvery(count) === 0)
  return (
    <>
      <InlineStyle name="chart" />
      <svg className="strip" role="img" aria-labelledby="strip-title strip-text">
        <title id="strip-title">{title}</title>
        <desc id="strip-text">{text}</desc>
        <text x="0" y="12">
          {durationText(maxSpentMs)}
        </text>
        {questions.map(({ number, outcome, spentMs }, index) => {
          const isDown = outcome === 'wrong'
          const height = Math.max(2, (spentMs / maxSpentMs) * (isDown ? downwardPx : upwardPx - 16))
          return (
            <rect
              key={number}
              className={outcome}
              x={at(index + 0.15)}
              width={at(0.7)}
              y={(isDown ? upwardPx + 1 : upwardPx - height).toFixed(1)}
              height={height.toFixed(1)}
            />
          )
        })}
        <line className="ground" x1="0" x2="100%" y1={upwardPx + 0.5} y2={upwardPx + 0.5} />
        {ticks.map(({ number }) => (
          <text
            key={number}
            x={at(number - 0.5)}
            y={upwardPx + downwardPx + 18}
            textAnchor="middle"
          >
            {number}
          </text>
        ))}
      </svg>
    </>
  )
}

const tickEvery = (count: number) => [5, 10, 20, 25].find((step) => count / step <= 7) ?? 50
