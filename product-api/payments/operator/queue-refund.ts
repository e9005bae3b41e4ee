import { failed, ok, type Result } from '../../../domain/result.ts'
import { runStatements, type Statement } from '../../database.ts'
import { newUlid } from '../ledger/transactions.ts'
import type { PaymentContext } from '../payment-context.ts'
import {
  isReplaceable,
  mayRefund,
  refundProblemOf,
  refundStateOf,
  type RefundProblem,
} from '../refunds/refund-limits.ts'
import { findOpenRequest, type RefundRequest } from '../refunds/refund-requests.ts'
import { reasonText } from './reason.ts'

/** `despiteDispute`: also while the payer disputes the payment at the provider. */
export type QueuedRefund = { amountMinor: number; reason: string; despiteDispute?: boolean }

/** Queues the refund of a paid payment, which the cron trigger sends; an open request of the payer
 *  takes its amount and is approved. `amountMinor`: a part; null: all that is left. The same call
 *  again returns the open refund. */
export async function queueRefund(
  context: PaymentContext,
  transactionId: string,
  refund: Omit<QueuedRefund, 'amountMinor'> & { amountMinor: number | null },
): Promise<Result<RefundRequest, RefundProblem>> {
  const state = await refundStateOf(context.db, transactionId)
  if (!state) return failed('not-paid')
  const amountMinor = refund.amountMinor ?? state.leftMinor
  if (state.underWay?.amountMinor === amountMinor) {
    const open = await findOpenRequest(context.db, transactionId)
    if (open) return ok(open)
  }
  const problem = refundProblemOf(state, amountMinor, refund.despiteDispute ?? false)
  if (problem) return failed(problem)
  const answers = await runStatements(
    context.db,
    queueRefundStatements(transactionId, { ...refund, amountMinor }, context.now()),
  )
  // The row has the columns of the table, whose type is RefundRequest.
  const [request] = answers.flat() as RefundRequest[]
  return request ? ok(request) : failed('under-way')
}

/** The statements that queue the refund of exactly this amount, for one transaction: by the open
 *  request that is not under way, or by a new one. No row is returned, and nothing is written, if
 *  another refund is under way or the amount may not be refunded (`mayRefund`). */
export const queueRefundStatements = (
  transactionId: string,
  { amountMinor, reason, despiteDispute = false }: QueuedRefund,
  now: Date,
): Statement[] => {
  const [id, at, despite] = [newUlid(now), now.toISOString(), despiteDispute ? 1 : 0]
  return [
    {
      text: `UPDATE refund_requests AS r
        SET status = 'approved', amount_minor = ?2, failure = NULL, despite_dispute = ?3,
          next_check_at = ?4, updated_at = ?4,
          refund_key = iif(refund_key IS NULL OR amount_minor = ?2, refund_key,
            id || '-' || tries || '-' || ?2),
          provider_refund_id = iif(amount_minor = ?2, provider_refund_id, NULL)
        WHERE transaction_id = ?1 AND ${isReplaceable('r')} AND EXISTS (
          SELECT 1 FROM payment_transactions t WHERE t.id = ?1 AND ${mayRefund('t', '?2', '?3')})
        RETURNING *`,
      values: [transactionId, amountMinor, despite, at],
    },
    {
      text: `INSERT INTO refund_requests (
          id, transaction_id, asked_by, reason, status, amount_minor, despite_dispute,
          next_check_at, created_at, updated_at)
        SELECT ?5, t.id, 'operator', ?6, 'approved', ?2, ?3, ?4, ?4, ?4
        FROM payment_transactions t WHERE t.id = ?1 AND ${mayRefund('t', '?2', '?3')}
        ON CONFLICT DO NOTHING RETURNING *`,
      values: [transactionId, amountMinor, despite, at, id, reasonText(reason) ?? ''],
    },
  ]
}
