import { InlineStyle } from '../inline-assets.tsx'

/** The shares of right, wrong and other answers as one bar: solid, striped, hollow. Rendered on the
 *  server. `label`: the text alternative. */
export function ShareBar({
  right,
  wrong,
  rest,
  label,
}: {
  right: number
  wrong: number
  rest: number
  label: string
}) {
  const total = Math.max(1, right + wrong + rest)
  const at = (count: number) => `${((100 * count) / total).toFixed(2)}%`
  return (
    <>
      <InlineStyle name="chart" />
      <svg className="share" role="img" aria-label={label}>
        <rect className="rest" width="100%" height="12" />
        {right > 0 && <line className="right" x1="0" x2={at(right)} y1="6" y2="6" />}
        {wrong > 0 && (
          <line className="wrong" x1={at(right)} x2={at(right + wrong)} y1="6" y2="6" />
        )}
      </svg>
    </>
  )
}
