import { failed, ok, type Result } from '../../../domain/result.ts'
import { runStatements, type Statement } from '../../database.ts'
import { newUlid, transactionBy } from '../ledger/transactions.ts'
import type { PaymentContext } from '../payment-context.ts'
import type { RefundRequest } from '../refunds/refund-requests.ts'
import { reasonText } from './reason.ts'

/** Queues the refund of a paid payment, which the cron trigger sends; an open request of the payer
 *  is approved. `amountMinor`: a part; null: all that is left. The same call again returns the open
 *  refund. Errors: not-paid; invalid-amount if less is left, or nothing. */
export async function queueRefund(
  context: PaymentContext,
  transactionId: string,
  { amountMinor, reason }: { amountMinor: number | null; reason: string },
): Promise<Result<RefundRequest, 'not-paid' | 'invalid-amount'>> {
  const row = await transactionBy(context.db, 'id', transactionId)
  if (!row?.paid_at || row.state === 'reversed') return failed('not-paid')
  const wantedMinor = amountMinor ?? row.amount_minor - row.refunded_minor
  const refund = { amountMinor: wantedMinor, reason }
  const answers = await runStatements(
    context.db,
    queueRefundStatements(row.id, refund, context.now()),
  )
  // The row has the columns of the table, whose type is RefundRequest.
  const [request] = (answers.at(-1) ?? []) as RefundRequest[]
  return request ? ok(request) : failed('invalid-amount')
}

/** The statements that queue the refund of a paid payment, for one transaction. The last one
 *  returns the open refund; no row: less than that is left. */
export const queueRefundStatements = (
  transactionId: string,
  { amountMinor, reason }: { amountMinor: number; reason: string },
  now: Date,
): Statement[] => [
  {
    text: `INSERT INTO refund_requests (
        id, transaction_id, asked_by, reason, status, amount_minor, created_at, updated_at)
      SELECT ?1, id, 'operator', ?3, 'approved', ?4, ?5, ?5 FROM payment_transactions
      WHERE id = ?2 AND ?4 BETWEEN 1 AND amount_minor - refunded_minor ON CONFLICT DO NOTHING`,
    values: [
      ...[newUlid(now), transactionId, reasonText(reason) ?? '', amountMinor],
      now.toISOString(),
    ],
  },
  {
    text: `UPDATE refund_requests
      SET status = iif(status = 'requested', 'approved', status),
        next_check_at = iif(status = 'sent', next_check_at, ?2), updated_at = ?2
      WHERE transaction_id = ?1 AND status IN ('requested', 'approved', 'sent') RETURNING *`,
    values: [transactionId, now.toISOString()],
  },
]
