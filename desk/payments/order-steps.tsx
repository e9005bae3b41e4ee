import type { Locale } from '../../domain/locale.ts'
import type { DeskMessages } from '../messages.ts'
import { momentText } from '../ui/dates.ts'
import type { OrderStep } from './orders.ts'

/** What happened to an order, in words. */
export const OrderSteps = ({
  steps,
  text,
  locale,
}: {
  steps: readonly OrderStep[]
  text: DeskMessages
  locale: Locale
}) => (
  <ul className="log">
    {steps.map(({ at, to, amount }, index) => (
      <li key={index}>
        <time dateTime={at}>{momentText(at, locale)}</time>
        <span>
          {text(`order_${to}`)} {amount}
        </span>
      </li>
    ))}
  </ul>
)
