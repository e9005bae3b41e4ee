import { scoreText, shareOf, type Marks } from '../../../domain/attempt/marks.ts'
import { InlineStyle } from '../inline-assets.tsx'

const width = 320
const height = 120
const inset = { left: 22, right: 22, top: 24, bottom: 12 }

/** Scores of several attempts as a line, the oldest first; the point of `current` is filled.
 *  Rendered on the server. `text`: the text alternative. */
export function TrendLine({
  points,
  current,
  title,
  text,
}: {
  points: readonly { id: string; score: Marks; maximum: Marks }[]
  current: string
  title: string
  text: string
}) {
  const shares = points.map(({ score, maximum }) => shareOf(score, maximum))
  const low = Math.min(0, ...shares)
  const step = points.length > 1 ? (width - inset.left - inset.right) / (points.length - 1) : 0
  const pointAt = (share: number, index: number) => ({
    x: inset.left + index * step,
    y: inset.top + (1 - (share - low) / (1 - low)) * (height - inset.top - inset.bottom),
  })
  const coordinates = shares.map(pointAt)
  const baseline = pointAt(0, 0).y
  return (
    <>
      <InlineStyle name="chart" />
      <svg
        className="trend"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-labelledby="trend-title trend-text"
      >
        <title id="trend-title">{title}</title>
        <desc id="trend-text">{text}</desc>
        <line className="ground" x1="0" x2={width} y1={baseline} y2={baseline} />
        <polyline
          points={coordinates.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        />
        {points.map(({ id, score }, index) => {
          const { x, y } = coordinates[index] ?? { x: 0, y: 0 }
          const hasLabel =
            points.length <= 6 || index === 0 || index === points.length - 1 || id === current
          return (
            <g key={id} className={id === current ? 'current' : undefined}>
              <circle cx={x.toFixed(1)} cy={y.toFixed(1)} r="5" />
              {hasLabel && (
                <text x={x.toFixed(1)} y={(y - 10).toFixed(1)} textAnchor="middle">
                  {scoreText(score)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </>
  )
}
