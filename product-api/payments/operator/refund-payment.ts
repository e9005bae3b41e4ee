import { failed, ok, type Result } from '../../../domain/result.ts'
import { transactionBy } from '../ledger/transactions.ts'
import type { PaymentContext } from '../payment-context.ts'
import {
  findOpenRequest,
  findOrInsertRefundRequest,
  type RefundRequest,
} from '../refunds/refund-requests.ts'
import { findRefundState, sendRefund } from '../refunds/refunds.ts'

export type RefundError = 'not-paid' | 'invalid-amount' | 'other-amount-open'

/** `amountMinor`: a part of the payment; null: everything that is left. `isAnother`: a further
 *  refund of an amount that was refunded before. */
export type RefundCommand = { amountMinor: number | null; isAnother?: boolean }

/** Refunds a payment for the operator, whether its owner requested it or not, and returns the
 *  refund in its true state. The same command again sends nothing: it asks the provider about the
 *  refund that was sent, or returns the one that is done. */
export async function refundPayment(
  context: PaymentContext,
  transactionId: string,
  { amountMinor, isAnother = false }: RefundCommand,
): Promise<Result<RefundRequest, RefundError>> {
  const row = await transactionBy(context.db, 'id', transactionId)
  if (!row?.paid_at) return failed('not-paid')
  const leftMinor = row.amount_minor - row.refunded_minor
  const wantedMinor = amountMinor ?? leftMinor
  if (wantedMinor < 0 || wantedMinor > row.amount_minor) return failed('invalid-amount')
  const request =
    (await findOpenRequest(context.db, row.id)) ??
    (wantedMinor < 1 || row.state === 'reversed'
      ? null
      : await findOrInsertRefundRequest(context, row, {
          by: 'operator',
          reason: '',
          amountMinor: wantedMinor,
          isOnce: amountMinor !== null && !isAnother,
        }))
  if (!request) {
    const done = await finishedRefund(context, row.id, amountMinor)
    return done ? ok(done) : failed('invalid-amount')
  }
  if (amountMinor !== null && request.amount_minor !== amountMinor)
    return failed('other-amount-open')
  if (request.status === 'sent') return ok(await findRefundState(context, request))
  return ok((await sendRefund(context, request.id)) ?? (await currentRefund(context, request)))
}

/** The last refund that is done, of the given amount if there is one. */
const finishedRefund = (
  { db }: PaymentContext,
  transactionId: string,
  amountMinor: number | null,
) =>
  db
    .prepare(
      `SELECT * FROM refund_requests
       WHERE transaction_id = ?1 AND status = 'done' AND (?2 IS NULL OR amount_minor = ?2)
       ORDER BY updated_at DESC, id DESC LIMIT 1`,
    )
    .bind(transactionId, amountMinor)
    .first<RefundRequest>()

const currentRefund = async ({ db }: PaymentContext, request: RefundRequest) =>
  (await db
    .prepare('SELECT * FROM refund_requests WHERE id = ?')
    .bind(request.id)
    .first<RefundRequest>()) ?? request
