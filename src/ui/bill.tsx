import { moneyText, type Money } from '../../domain/money.ts'
import type { BillLine } from '../../domain/payment.ts'
import { Sheet } from './page-parts.tsx'
import type { Words } from './words.ts'

/** How a sum comes about: the price, what takes away from it, and what is left under a line. */
export function Bill({
  lines,
  total,
  totalName,
  words,
}: {
  lines: readonly BillLine[]
  total: Money
  totalName: string
  words: Words
}) {
  // A price that nothing is taken from is the sum itself.
  const reasons = lines.length > 1 ? lines : []
  return (
    <dl className="lines">
      <Sheet of="bill" />
      {reasons.map((line) => (
        <div key={`${line.kind} ${line.label ?? ''}`}>
          <dt>{nameOf(line, words)}</dt>
          <dd>{line.kind === 'price' ? moneyText(line.amount) : moneyText(taken(line.amount))}</dd>
        </div>
      ))}
      <div className="total">
        <dt>{totalName}</dt>
        <dd>{moneyText(total)}</dd>
      </div>
    </dl>
  )
}

function nameOf({ kind, label }: BillLine, words: Words): string {
  switch (kind) {
    case 'price':
      return words.plan_price()
    case 'coupon':
      return words.pay_coupon_line({ code: label ?? '' })
    case 'credit':
      return words.pay_credit_line()
  }
}

/** What takes away is shown with a minus, whatever sign it came with. */
const taken = ({ currency, amountMinor }: Money): Money => ({
  currency,
  amountMinor: amountMinor > 0 ? -amountMinor : amountMinor,
})
