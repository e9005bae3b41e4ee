import { alertOperator, type Cause } from '../ledger/entries.ts'
import { settle } from '../ledger/settle.ts'
import { newUlid, transactionBy, type Transaction } from '../ledger/transactions.ts'
import type { PaymentContext } from '../payment-context.ts'
import type { RefundFinding, WebhookEvent } from '../providers/provider.ts'
import { limitToRest, type RefundRequest } from './refund-requests.ts'

// Money that the provider has given back: every refund and reversal is a row of refund_requests,
// once by the provider's id, and what is booked is their sum.

/** Books a reversal (chargeback): money that the provider has taken back, all of the payment or a
 *  part. Only the whole amount ends the subscription. Booking one twice changes nothing. Returns
 *  whether it is finished; false while another caller or a review holds the transaction.
 *  Precondition: the provider proves it, by a signature or in its own report. */
export async function recordReversal(
  context: PaymentContext,
  row: Transaction,
  { id, amount }: NonNullable<WebhookEvent['reversal']>,
  cause: Cause,
): Promise<boolean> {
  if (amount !== null && amount.currency !== row.currency) {
    alertOperator('reversal in another currency', { transaction: row.id, reversal: id })
    return true
  }
  const amountMinor = amount?.minor ?? row.amount_minor - row.refunded_minor
  if (amountMinor > 0) await recordProviderRefund(context, row, id, amountMinor)
  const refundedMinor = Math.min(await doneMinor(context, row.id), row.amount_minor)
  const settled = await settle(context, row.id, cause, {
    kind: 'refunded',
    captureId: row.provider_capture_id ?? '',
    refundedMinor,
    by: 'reversal',
  })
  await limitToRest(context, row.id)
  return settled === null || settled.refunded_minor >= refundedMinor
}

/** Stores a refund that was made on the provider's own pages, once by the provider's id. One that
 *  is part of the booked sum already has the time of that booking, so that both are of one day. */
export async function recordProviderRefund(
  context: PaymentContext,
  row: Transaction,
  providerId: string,
  amountMinor: number,
) {
  const at = context.now().toISOString()
  await context.db
    .prepare(
      `INSERT INTO refund_requests (
         id, transaction_id, asked_by, status, amount_minor, provider_refund_id, created_at,
         updated_at)
       SELECT ?1, t.id, 'provider', 'done', ?3, ?4, b.at, b.at
       FROM payment_transactions t, (
         SELECT coalesce((
           SELECT max(e.at) FROM payment_events e JOIN payment_transactions p ON p.id = ?2
           WHERE e.transaction_id = ?2 AND e.amount_minor < 0 AND p.refunded_minor >= ?3 + (
             SELECT coalesce(sum(d.amount_minor), 0) FROM refund_requests d
             WHERE d.transaction_id = ?2 AND d.status = 'done')), ?5) AS at) b
       WHERE t.id = ?2 ON CONFLICT DO NOTHING`,
    )
    .bind(newUlid(context.now()), row.id, amountMinor, providerId, at)
    .run()
}

/** Writes the refunded total to the transaction. It is the sum of all finished refunds, so
 *  recording one twice changes nothing. `request`: the refund that is finished by this call, if it
 *  was requested here. */
export async function recordRefundedAmount(
  context: PaymentContext,
  row: Transaction,
  { totalMinor }: Extract<RefundFinding, { kind: 'done' }>,
  request: RefundRequest | null,
  cause: Cause,
) {
  const othersMinor = await doneMinor(context, row.id, request?.id)
  const refundedMinor = Math.max(totalMinor ?? 0, othersMinor + (request?.amount_minor ?? 0))
  const current = (await transactionBy(context.db, 'id', row.id)) ?? row
  await settle(context, row.id, cause, {
    kind: 'refunded',
    captureId: current.provider_capture_id ?? '',
    refundedMinor: Math.min(refundedMinor, row.amount_minor),
    by: 'refund',
  })
}

/** The sum of a payment's finished refunds and reversals, without the request `except`. */
async function doneMinor({ db }: PaymentContext, transactionId: string, except = '') {
  const row = await db
    .prepare(
      `SELECT coalesce(sum(amount_minor), 0) AS minor FROM refund_requests
       WHERE transaction_id = ? AND status = 'done' AND id <> ?`,
    )
    .bind(transactionId, except)
    .first<{ minor: number }>()
  return row?.minor ?? 0
}
