import { Sheet } from '../page-parts.tsx'

/** How many of a group were right, wrong or something else, as one bar: solid, striped, hollow.
 *  Made on the server. `label` says the same in words. */
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
      <Sheet of="chart" />
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
