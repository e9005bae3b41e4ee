import type { ClockNamespace } from '../object-bindings.ts'
import { urgentFirst, undecidedStatesJson } from './clock/due-orders.ts'
import { wakeLateClocks } from './clock/wake-late-clocks.ts'
import { settle } from './ledger/settle.ts'
import { sendDueReturns } from './operator/payment-returns.ts'
import type { PaymentContext } from './payment-context.ts'
import type { RefundRequest } from './refunds/refund-requests.ts'
import { someAtOnce } from '../some-at-once.ts'
import { recordReportedRefunds } from './refunds/reported-refunds.ts'
import { checkRefund, sendRefund } from './refunds/refunds.ts'

/** Rows per run; the rest is processed by the next run, a minute later. */
const maxRows = 60
const maxConcurrent = 5
const claimMs = 60_000

/** The cron trigger, every minute: sends and follows the refunds that are due. With `clocks`, it
 *  finds orders whose clock is late and tells it, and settles those whose clock it cannot reach;
 *  without them, it settles the transactions that are due. Cost: one or two calls to a provider for
 *  each due row. */
export async function reconcileDuePayments(context: PaymentContext, clocks?: ClockNamespace) {
  const due = clocks
    ? (await wakeLateClocks(context, clocks)).slice(0, maxRows)
    : await dueTransactions(context)
  const refunds = await dueRefunds(context)
  await someAtOnce(
    due,
    'payments',
    async ({ id }) => {
      const row = await settle(context, id, 'clock')
      if (row) await recordReportedRefunds(context, row, 'clock')
    },
    maxConcurrent,
  )
  await someAtOnce(
    refunds,
    'payments',
    (request) =>
      request.status === 'sent'
        ? checkRefund(context, request, 'clock')
        : sendRefund(context, request.id, 'clock'),
    maxConcurrent,
  )
  await sendDueReturns(context)
}

/** Claims due rows atomically by making them due a minute later, so that overlapping runs never
 *  process one twice. */
async function dueTransactions(context: PaymentContext): Promise<{ id: string }[]> {
  const now = context.now()
  const { results } = await context.db
    .prepare(
      `UPDATE payment_transactions SET next_check_at = ?2 WHERE id IN (
         SELECT id FROM payment_transactions WHERE next_check_at <= ?1
         ORDER BY ${urgentFirst('?4')}
         LIMIT ?3) RETURNING id`,
    )
    .bind(
      now.toISOString(),
      new Date(now.getTime() + claimMs).toISOString(),
      maxRows,
      undecidedStatesJson,
    )
    .all<{ id: string }>()
  return results
}

async function dueRefunds(context: PaymentContext): Promise<RefundRequest[]> {
  const now = context.now()
  const { results } = await context.db
    .prepare(
      `UPDATE refund_requests SET next_check_at = ?2 WHERE id IN (
         SELECT id FROM refund_requests WHERE next_check_at <= ?1 AND status IN ('sent', 'approved')
         ORDER BY next_check_at LIMIT ?3) RETURNING *`,
    )
    .bind(now.toISOString(), new Date(now.getTime() + claimMs).toISOString(), maxRows)
    .all<RefundRequest>()
  return results
}
