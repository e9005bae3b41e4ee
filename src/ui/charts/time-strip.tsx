import type { Outcome } from '../../../domain/attempt/attempt-result.ts'
import { durationText } from '../durations.ts'
import { Sheet } from '../page-parts.tsx'

const upPx = 80
const downPx = 60

/** Every question of a paper as a bar as long as it took: upwards where it was right, downwards where it was wrong,
 *  hollow where it was neither. Made on the server. */
export function TimeStrip({
  questions,
  title,
  text,
}: {
  questions: readonly { number: number; outcome: Outcome; spentMs: number }[]
  title: string
  text: string
}) {
  const longestMs = Math.max(1, ...questions.map(({ spentMs }) => spentMs))
  const count = questions.length
  const wide = 100 / count
  const at = (index: number) => `${(index * wide).toFixed(3)}%`
  const ticks = questions.filter(({ number }) => number === 1 || number % tickEvery(count) === 0)
  return (
    <>
      <Sheet of="chart" />
      <svg className="strip" role="img" aria-labelledby="strip-title strip-text">
        <title id="strip-title">{title}</title>
        <desc id="strip-text">{text}</desc>
        <text className="longest" x="0" y="12">
          {durationText(longestMs)}
        </text>
        {questions.map(({ number, outcome, spentMs }, index) => {
          const isDown = outcome === 'wrong'
          const height = Math.max(2, (spentMs / longestMs) * (isDown ? downPx : upPx - 16))
          return (
            <rect
              key={number}
              className={outcome}
              x={at(index + 0.15)}
              width={at(0.7)}
              y={(isDown ? upPx + 1 : upPx - height).toFixed(1)}
              height={height.toFixed(1)}
            />
          )
        })}
        <line className="ground" x1="0" x2="100%" y1={upPx + 0.5} y2={upPx + 0.5} />
        {ticks.map(({ number }) => (
          <text key={number} x={at(number - 0.5)} y={upPx + downPx + 18} textAnchor="middle">
            {number}
          </text>
        ))}
      </svg>
    </>
  )
}

const tickEvery = (count: number) => [5, 10, 20, 25].find((step) => count / step <= 7) ?? 50
