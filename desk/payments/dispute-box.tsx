import type { ReactNode } from 'react'
import { paymentProviders } from '../../domain/payment-providers.ts'
import type { RefundState } from '../../product-api/payments/refunds/refund-limits.ts'
import type { DeskMessages } from '../messages.ts'

export const providerName = ({ provider }: RefundState) =>
  paymentProviders.find(({ id }) => id === provider)?.name ?? provider

/** The box to be ticked before a disputed payment is refunded; null for one without a dispute. */
export function DisputeBox({ text, state }: { text: DeskMessages; state: RefundState }): ReactNode {
  if (!state.isDisputed) return null
  const provider = providerName(state)
  return (
    <>
      <p>{text('refund_disputed_note', { provider })}</p>
      <label className="tick">
        <input type="checkbox" name="despite_dispute" value="1" />
        <span>{text('refund_despite_dispute')}</span>
      </label>
    </>
  )
}
