import type { DeclinedFor, DeclineReason } from '../../../domain/payment.ts'
import type { Database, PreparedStatement } from '../../database.ts'
import { Refusal } from '../../strapi/errors.ts'
import { isUpgradeFree } from '../ledger/limits.ts'
import { newUlid, type Transaction } from '../ledger/transactions.ts'
import type { WriteGuard } from '../ledger/write-guard.ts'
import type { PaymentContext } from '../payment-context.ts'
import { replacementOf } from '../subscriptions/replacement.ts'
import { mayRefund, minRefundMinor, refundableMinor } from './refund-limits.ts'

/** A row of `refund_requests`. `status`: requested by the owner, approved by the operator (or
 *  failed at the provider), sent to the provider, done by the provider, declined by the
 *  operator. */
export type RefundRequest = {
  id: string
  transaction_id: string
  asked_by: 'reader' | 'operator' | 'provider'
  reason: string
  status: 'requested' | 'approved' | 'sent' | 'done' | 'declined'
  amount_minor: number
  tries: number
  /** The idempotency key at the provider; null until the refund is sent. */
  refund_key: string | null
  provider_refund_id: string | null
  failure: string | null
  /** Why it was declined, for the payer; null: no reason was given. */
  decline_reason: DeclineReason | null
  decline_note: string
  next_check_at: string | null
  /** Whether it is part of the payment's refunded sum already: it is sent again. */
  is_booked: 0 | 1
  /** Whether it is sent while the payer disputes the payment. */
  despite_dispute: 0 | 1
  created_at: string
  updated_at: string
}

/** The end of the period in which the owner may request a refund; null if there is none. */
export function refundableUntil(
  { settings }: PaymentContext,
  { state, paid_at }: Transaction,
): Date | null {
  if ((state !== 'paid' && state !== 'partially_refunded') || paid_at === null) return null
  return new Date(Date.parse(paid_at) + settings.REFUND_DAYS * 86_400_000)
}

/** The newest refund request, as the payer sees it. */
export async function latestRefund(db: Database, transactionId: string) {
  const row = await db
    .prepare(
      `SELECT * FROM refund_requests WHERE transaction_id = ?
       ORDER BY created_at DESC, id DESC LIMIT 1`,
    )
    .bind(transactionId)
    .first<RefundRequest>()
  return (
    row && {
      status: row.status,
      amountMinor: row.amount_minor,
      declined:
        row.status === 'declined' && row.decline_reason !== null
          ? { reason: row.decline_reason, note: row.decline_note }
          : null,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }
  )
}

/** Stores the owner's request to refund what is left of a payment; a second call returns the open
 *  one. Errors: Refusal 400 RefundTooLate after the refund period; 400 NotRefundable with
 *  details.because: 'not-paid', 'refunded', 'replaced' (by a paid purchase), 'upgrade-open' (an
 *  unpaid purchase uses its unused days). */
export async function requestRefund(
  context: PaymentContext,
  row: Transaction,
  reason: string,
): Promise<RefundRequest> {
  const until = refundableUntil(context, row)
  if (!until)
    throw row.state === 'refunded' || row.state === 'reversed'
      ? notRefundable('refunded', 'The payment has been refunded')
      : notRefundable('not-paid', 'There is no payment that can be refunded')
  if (await isUsedForUpgrade(context, row))
    throw (await replacementOf(context.db, row.id))
      ? notRefundable('replaced', 'Its unused days paid for another plan')
      : notRefundable('upgrade-open', 'A purchase that is not paid uses its unused days')
  if (until <= context.now())
    throw new Refusal(400, 'RefundTooLate', 'The refund period is over', {
      until: until.toISOString(),
    })
  const request = await findOrInsertRefundRequest(context, row, {
    by: 'reader',
    reason,
    amountMinor: row.amount_minor - row.refunded_minor,
  })
  if (!request) throw notRefundable('refunded', 'The payment has been refunded')
  return request
}

const notRefundable = (
  because: 'not-paid' | 'refunded' | 'replaced' | 'upgrade-open',
  message: string,
) => new Refusal(400, 'NotRefundable', message, { because })

/** Whether the unused days of this payment's plan reduce the price of another purchase. */
const isUsedForUpgrade = async ({ db }: PaymentContext, { id }: Transaction) =>
  (await db
    .prepare(
      `SELECT 1 FROM payment_transactions WHERE id = ? AND NOT ${isUpgradeFree('?1', 'FALSE')}`,
    )
    .bind(id)
    .first()) !== null

/** Inserts a request unless one is open; returns the open one. Null if the amount may not be
 *  refunded (`mayRefund`), and if the operator's refund of this amount (`isOnce`) is done: then the
 *  command is a repetition. */
export async function findOrInsertRefundRequest(
  context: PaymentContext,
  row: Transaction,
  {
    by,
    reason,
    amountMinor,
    isOnce = false,
    despiteDispute = false,
  }: {
    by: 'reader' | 'operator'
    reason: string
    amountMinor: number
    isOnce?: boolean
    despiteDispute?: boolean
  },
): Promise<RefundRequest | null> {
  const at = context.now().toISOString()
  const inserted = await context.db
    .prepare(
      `INSERT INTO refund_requests (
         id, transaction_id, asked_by, reason, status, amount_minor, despite_dispute, created_at,
         updated_at)
       SELECT ?1, t.id, ?3, ?4, 'requested', ?5, ?8, ?6, ?6 FROM payment_transactions t
       WHERE t.id = ?2 AND ${mayRefund('t', '?5', `(?3 = 'reader' OR ?8)`)}
         AND NOT (?7 AND EXISTS (
           SELECT 1 FROM refund_requests d
           WHERE d.transaction_id = t.id AND d.asked_by = 'operator' AND d.status = 'done'
             AND d.amount_minor = ?5))
       ON CONFLICT DO NOTHING RETURNING *`,
    )
    .bind(
      ...[newUlid(context.now()), row.id, by, reason, amountMinor, at, isOnce ? 1 : 0],
      despiteDispute ? 1 : 0,
    )
    .first<RefundRequest>()
  return inserted ?? findOpenRequest(context.db, row.id)
}

/** Queues the refund of a payment that was captured after its payer had left it, together with the
 *  write of the capture. The cron trigger sends it. */
export const requestRefundIfLeft = (
  db: Database,
  row: Transaction,
  { writtenBy, at }: WriteGuard,
): PreparedStatement =>
  db
    .prepare(
      `INSERT INTO refund_requests (
         id, transaction_id, asked_by, reason, status, amount_minor, next_check_at, created_at,
         updated_at)
       SELECT ?2, t.id, 'reader', 'cancelled before the money arrived', 'approved', t.amount_minor,
         ?3, ?3, ?3
       FROM payment_transactions t
       WHERE t.id = ?1 AND t.written_by = ?4 AND t.left_at IS NOT NULL
       ON CONFLICT DO NOTHING`,
    )
    .bind(row.id, newUlid(new Date(at)), at, writtenBy)

/** Lowers the open request of a payment that is not sent to what is left of it: a part may have
 *  been refunded or taken back at the provider. The lowered request has a key of its own and is due
 *  now; it ends if nothing is left. Precondition: it is not sent, or the provider has said that it
 *  has no refund under its key. Cost: one transaction. */
export const limitToRest = async ({ db, now }: PaymentContext, transactionId: string) => {
  const isOpen = `r.transaction_id = ?1 AND r.status IN ('requested', 'approved')`
  await db.batch(limitStatements(db, isOpen, transactionId, now().toISOString()))
}

/** What can be given back by the request in table alias `r`. */
const rest = `(SELECT ${refundableMinor('t')} + iif(r.is_booked = 1, r.amount_minor, 0)
  FROM payment_transactions t WHERE t.id = r.transaction_id)`
const minOfRequest = `(SELECT ${minRefundMinor('t.provider')}
  FROM payment_transactions t WHERE t.id = r.transaction_id)`

/** The statements that limit the requests `isOpen` (SQL with the value ?1) to what is left. */
export const limitStatements = (
  db: Database,
  isOpen: string,
  value: string,
  at: string,
): PreparedStatement[] => [
  db
    .prepare(
      `UPDATE refund_requests AS r
       SET status = 'declined', failure = 'refunded already', decline_reason = 'returned',
         next_check_at = NULL, updated_at = ?2
       WHERE ${isOpen} AND ${rest} < ${minOfRequest}`,
    )
    .bind(value, at),
  db
    .prepare(
      `UPDATE refund_requests AS r
       SET amount_minor = ${rest}, provider_refund_id = NULL, updated_at = ?2,
         refund_key = iif(refund_key IS NULL, NULL, id || '-' || tries || '-' || ${rest}),
         next_check_at = iif(status = 'approved', ?2, next_check_at)
       WHERE ${isOpen} AND amount_minor > ${rest}`,
    )
    .bind(value, at),
]

export const findOpenRequest = (
  db: Database,
  transactionId: string,
): Promise<RefundRequest | null> =>
  db
    .prepare(
      `SELECT * FROM refund_requests
       WHERE transaction_id = ? AND status IN ('requested', 'approved', 'sent')`,
    )
    .bind(transactionId)
    .first<RefundRequest>()

/** Declines a refund that was not sent yet, for the operator. `declined`: what its payer reads.
 *  Null if there is none. */
export const declineRefund = (
  context: PaymentContext,
  id: string,
  declined: DeclinedFor | null = null,
): Promise<RefundRequest | null> =>
  context.db
    .prepare(
      `UPDATE refund_requests
       SET status = 'declined', next_check_at = NULL, updated_at = ?, decline_reason = ?,
         decline_note = ?
       WHERE id = ? AND status IN ('requested', 'approved') RETURNING *`,
    )
    .bind(context.now().toISOString(), declined?.reason ?? null, declined?.note ?? '', id)
    .first<RefundRequest>()
