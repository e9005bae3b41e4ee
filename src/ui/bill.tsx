import { moneyText, type Money } from '../../domain/money.ts'
import type { BillLine } from '../../domain/payment.ts'
import { InlineStyle } from './inline-assets.tsx'
import type { Messages } from './messages.ts'

/** How a total adds up: the price, the deductions, and the total. */
export function Bill({
  lines,
  total,
  totalLabel,
  messages,
}: {
  lines: readonly BillLine[]
  total: Money
  totalLabel: string
  messages: Messages
}) {
  // Without deductions the total line alone is enough.
  const shownLines = lines.length > 1 ? lines : []
  return (
    <dl className="lines">
      <InlineStyle name="bill" />
      {shownLines.map((line) => (
        <div key={`${line.kind} ${line.label ?? ''}`}>
          <dt>{lineLabel(line, messages)}</dt>
          <dd>
            {line.kind === 'price' ? moneyText(line.amount) : moneyText(negative(line.amount))}
          </dd>
        </div>
      ))}
      <div className="total">
        <dt>{totalLabel}</dt>
        <dd>{moneyText(total)}</dd>
      </div>
    </dl>
  )
}

function lineLabel({ kind, label }: BillLine, messages: Messages): string {
  switch (kind) {
    case 'price':
      return messages.plan_price()
    case 'coupon':
      return messages.pay_coupon_line({ code: label ?? '' })
    case 'upgrade':
      return messages.pay_upgrade_line()
    case 'credit':
      return messages.pay_credit_line()
  }
}

/** Deductions are shown with a minus sign. Product APIs return them as positive or negative. */
const negative = ({ currency, amountMinor }: Money): Money => ({
  currency,
  amountMinor: amountMinor > 0 ? -amountMinor : amountMinor,
})
