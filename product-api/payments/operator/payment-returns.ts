import { alertOperator } from '../ledger/entries.ts'
import { newUlid } from '../ledger/transactions.ts'
import { providerOf, type PaymentContext } from '../payment-context.ts'
import type { RefundTarget } from '../providers/provider.ts'

/** A row of `payment_returns`: the refund of money that belongs to no payment of ours. */
export type PaymentReturn = {
  id: string
  provider: string
  payment_id: string
  order_id: string | null
  transaction_id: string | null
  currency: string
  amount_minor: number
  reason: string
  status: 'approved' | 'sent' | 'done' | 'failed'
  tries: number
  provider_refund_id: string | null
  failure: string | null
}

export type NewReturn = {
  provider: string
  /** The provider's id of the payment, and of its order. */
  paymentId: string
  orderId: string | null
  transactionId: string | null
  currency: string
  amountMinor: number
  reason: string
}

const maxRows = 20
const retryMs = 3_600_000
const maxTries = 20

/** Queues the return of a payment, once by the provider's id of it; the cron trigger sends it. */
export async function queueReturn(
  { db, now }: PaymentContext,
  given: NewReturn,
): Promise<PaymentReturn | null> {
  const at = now().toISOString()
  await db
    .prepare(
      `INSERT INTO payment_returns (
         id, provider, payment_id, order_id, transaction_id, currency, amount_minor, reason, status,
         next_check_at, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'approved', ?9, ?9, ?9)
       ON CONFLICT (provider, payment_id) DO UPDATE
       SET status = 'approved', next_check_at = ?9, updated_at = ?9 WHERE status = 'failed'`,
    )
    .bind(
      ...[newUlid(now()), given.provider, given.paymentId, given.orderId, given.transactionId],
      ...[given.currency, given.amountMinor, given.reason, at],
    )
    .run()
  return db
    .prepare('SELECT * FROM payment_returns WHERE provider = ? AND payment_id = ?')
    .bind(given.provider, given.paymentId)
    .first<PaymentReturn>()
}

/** For the cron trigger: sends queued returns, each under one key until the provider has it. Cost:
 *  one call for each due row, at most 20 a run. */
export async function sendDueReturns(context: PaymentContext) {
  const now = context.now()
  const { results } = await context.db
    .prepare(
      `UPDATE payment_returns
       SET status = 'sent', tries = tries + 1, next_check_at = ?2, updated_at = ?1
       WHERE id IN (
         SELECT id FROM payment_returns
         WHERE next_check_at <= ?1 AND status IN ('approved', 'sent')
         ORDER BY next_check_at LIMIT ?3)
       RETURNING *`,
    )
    .bind(now.toISOString(), new Date(now.getTime() + retryMs).toISOString(), maxRows)
    .all<PaymentReturn>()
  for (const one of results) await sendReturn(context, one)
}

async function sendReturn(context: PaymentContext, one: PaymentReturn) {
  const target: RefundTarget = {
    id: one.order_id ?? one.id,
    provider_capture_id: one.payment_id,
    provider_order_id: one.order_id,
    currency: one.currency,
    amount_minor: one.amount_minor,
  }
  const provider = providerOf(context, one)
  const order = {
    key: one.id,
    amountMinor: one.amount_minor,
    providerId: one.provider_refund_id,
  }
  const fetched = one.tries === 1 ? null : await provider.fetchRefund(context, target, order)
  const finding =
    fetched === null || fetched.kind === 'none' || fetched.kind === 'unknown'
      ? await provider.sendRefund(context, target, order)
      : fetched
  switch (finding.kind) {
    case 'done':
      return update(context, one, 'done', finding.providerId, null)
    case 'sent':
      return update(context, one, 'sent', finding.providerId, null)
    case 'failed':
      alertOperator('return failed', { payment: one.payment_id, because: finding.because })
      return update(context, one, 'failed', null, finding.because)
    case 'none':
    case 'unknown':
      if (one.tries >= maxTries) await update(context, one, 'failed', null, 'no answer')
  }
}

const update = (
  { db, now }: PaymentContext,
  { id }: PaymentReturn,
  status: PaymentReturn['status'],
  providerId: string | null,
  failure: string | null,
) =>
  db
    .prepare(
      `UPDATE payment_returns
       SET status = ?2, provider_refund_id = coalesce(?3, provider_refund_id), failure = ?4,
         next_check_at = iif(?2 = 'sent', next_check_at, NULL), updated_at = ?5
       WHERE id = ?1`,
    )
    .bind(id, status, providerId, failure?.slice(0, 100) ?? null, now().toISOString())
    .run()
