import { failed, ok, type Result } from '../../../domain/result.ts'
import { transactionBy, type Transaction } from '../ledger/transactions.ts'
import type { PaymentContext } from '../payment-context.ts'
import {
  refundProblemOf,
  refundStateOf,
  type RefundProblem,
  type RefundState,
} from '../refunds/refund-limits.ts'
import {
  findOpenRequest,
  findOrInsertRefundRequest,
  type RefundRequest,
} from '../refunds/refund-requests.ts'
import { findRefundState, sendRefund } from '../refunds/refunds.ts'

export type RefundError = RefundProblem | 'other-amount-open'

/** `amountMinor`: a part of the payment; null: everything that is left. `isAnother`: a further
 *  refund of an amount that was refunded before. `despiteDispute`: also while the payer disputes
 *  the payment. */
export type RefundCommand = {
  amountMinor: number | null
  isAnother?: boolean
  despiteDispute?: boolean
}

/** Refunds a payment for the operator, whether its owner requested it or not, and returns the
 *  refund in its true state. The same command again sends nothing: it asks the provider about the
 *  refund that was sent, or returns the one that is done. */
export async function refundPayment(
  context: PaymentContext,
  transactionId: string,
  command: RefundCommand,
): Promise<Result<RefundRequest, RefundError>> {
  const [row, state] = [
    await transactionBy(context.db, 'id', transactionId),
    await refundStateOf(context.db, transactionId),
  ]
  if (!row?.paid_at || !state) return failed('not-paid')
  const open = await findOpenRequest(context.db, row.id)
  const request = open ? ok(open) : await newRequest(context, row, state, command)
  if (!request.ok || request.value.status === 'done') return request
  const { id, amount_minor: openMinor, status } = request.value
  const { amountMinor, despiteDispute = false } = command
  if (amountMinor !== null && openMinor !== amountMinor) return failed('other-amount-open')
  if (status === 'sent') return ok(await findRefundState(context, request.value))
  const { leftMinor, upgradeMinor } = state
  if (amountMinor !== null && amountMinor > leftMinor) return failed('invalid-amount')
  if (Math.min(openMinor, leftMinor) > leftMinor - upgradeMinor) return failed('used-for-upgrade')
  if (state.isDisputed && !despiteDispute) return failed('disputed')
  if (despiteDispute) await sendDespiteDispute(context, id)
  const sent = await sendRefund(context, id)
  return ok(sent ?? (await currentRefund(context, request.value)))
}

/** Inserts the request of a command, or returns the refund that it repeats. */
async function newRequest(
  context: PaymentContext,
  row: Transaction,
  state: RefundState,
  { amountMinor, isAnother = false, despiteDispute = false }: RefundCommand,
): Promise<Result<RefundRequest, RefundError>> {
  const wantedMinor = amountMinor ?? state.leftMinor
  const isOnce = amountMinor !== null && !isAnother
  const problem = refundProblemOf(state, wantedMinor, despiteDispute)
  const inserted =
    problem === null
      ? await findOrInsertRefundRequest(context, row, {
          ...{ by: 'operator', reason: '', amountMinor: wantedMinor, isOnce, despiteDispute },
        })
      : null
  if (inserted) return ok(inserted)
  const isRepeated = isOnce || (amountMinor === null && state.leftMinor < state.minMinor)
  const done = isRepeated ? await finishedRefund(context, row.id, amountMinor) : null
  return done
    ? ok(done)
    : failed(problem === 'not-paid' ? 'invalid-amount' : (problem ?? 'under-way'))
}

const sendDespiteDispute = ({ db }: PaymentContext, id: string) =>
  db.prepare('UPDATE refund_requests SET despite_dispute = 1 WHERE id = ?').bind(id).run()

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
