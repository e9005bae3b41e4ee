import { failed, ok, type Result } from '../../../domain/result.ts'
import type { PaymentContext } from '../payment-context.ts'
import { correctPayment } from './corrections.ts'
import { queueReturn, type PaymentReturn } from './payment-returns.ts'
import { reasonText } from './reason.ts'

/** Queues the return of a payment that a provider's report contains and the books do not: one
 *  without a transaction, a second capture of one, or one in another currency, whose booking is
 *  then written off. Errors: not-listed; is-booked if it is the payment of a transaction, which is
 *  refunded as such; no-reason. */
export async function returnListedPayment(
  context: PaymentContext,
  provider: string,
  paymentId: string,
  givenReason: string,
): Promise<Result<PaymentReturn, 'not-listed' | 'is-booked' | 'no-reason'>> {
  const reason = reasonText(givenReason)
  if (reason === null) return failed('no-reason')
  const listed = await context.db
    .prepare(
      `SELECT e.transaction_id, e.order_id, e.currency, e.amount_minor, EXISTS (
         SELECT 1 FROM payment_transactions t
         WHERE t.provider = e.provider AND t.provider_capture_id = e.provider_id
           AND t.currency = e.currency) AS is_booked, EXISTS (
         SELECT 1 FROM payment_transactions t
         WHERE t.id = e.transaction_id AND t.provider_capture_id = e.provider_id
           AND t.paid_at IS NOT NULL AND t.currency <> e.currency) AS is_in_other_currency
       FROM settlement_entries e
       WHERE e.provider = ? AND e.provider_id = ? AND e.kind = 'payment' AND e.amount_minor > 0`,
    )
    .bind(provider, paymentId)
    .first<{
      transaction_id: string | null
      order_id: string | null
      currency: string
      amount_minor: number
      is_booked: number
      is_in_other_currency: number
    }>()
  if (!listed) return failed('not-listed')
  if (listed.is_booked) return failed('is-booked')
  const queued = await queueReturn(context, {
    ...{ provider, paymentId, reason },
    // The refund of a second capture must not be taken for one of the order's payment.
    orderId: listed.transaction_id === null ? listed.order_id : null,
    ...{ transactionId: listed.transaction_id, currency: listed.currency },
    amountMinor: listed.amount_minor,
  })
  if (listed.transaction_id !== null && listed.is_in_other_currency)
    await correctPayment(context, listed.transaction_id, 'write-off', reason)
  return queued ? ok(queued) : failed('not-listed')
}
