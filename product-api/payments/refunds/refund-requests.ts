import type { Database } from '../../database.ts'
import { Refusal } from '../../strapi/errors.ts'
import { newUlid, type Transaction } from '../ledger/transactions.ts'
import type { PaymentContext } from '../payment-context.ts'

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
  provider_refund_id: string | null
  failure: string | null
  next_check_at: string | null
  created_at: string
  updated_at: string
}

/** The end of the period in which the owner may request a refund; null if there is none. */
export function refundableUntil(
  { settings }: PaymentContext,
  { state, paid_at }: Transaction,
): Date | null {
  if (state !== 'paid' || paid_at === null) return null
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
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }
  )
}

/** Stores the owner's refund request; a second call returns the open one. Errors: Refusal 400
 *  NotRefundable if nothing is paid, 400 RefundTooLate after the refund period. */
export async function requestRefund(
  context: PaymentContext,
  row: Transaction,
  reason: string,
): Promise<RefundRequest> {
  const until = refundableUntil(context, row)
  if (!until)
    throw new Refusal(400, 'NotRefundable', 'There is no payment that can be refunded', {})
  if (until <= context.now())
    throw new Refusal(400, 'RefundTooLate', 'The refund period is over', {
      until: until.toISOString(),
    })
  return findOrInsertRefundRequest(context, row, {
    by: 'reader',
    reason,
    amountMinor: row.amount_minor,
  })
}

/** Inserts a request unless one is open; returns the open one. */
export async function findOrInsertRefundRequest(
  context: PaymentContext,
  row: Transaction,
  { by, reason, amountMinor }: { by: 'reader' | 'operator'; reason: string; amountMinor: number },
): Promise<RefundRequest> {
  const at = context.now().toISOString()
  const inserted = await context.db
    .prepare(
      `INSERT INTO refund_requests (
         id, transaction_id, asked_by, reason, status, amount_minor, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'requested', ?, ?, ?) ON CONFLICT DO NOTHING RETURNING *`,
    )
    .bind(newUlid(context.now()), row.id, by, reason, amountMinor, at, at)
    .first<RefundRequest>()
  const open = inserted ?? (await findOpenRequest(context.db, row.id))
  if (!open) throw new Error(`The refund of ${row.id} was finished by another request`)
  return open
}

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

/** Declines a refund that was not sent yet, for the operator. Null if there is none. */
export const declineRefund = (context: PaymentContext, id: string): Promise<RefundRequest | null> =>
  context.db
    .prepare(
      `UPDATE refund_requests SET status = 'declined', next_check_at = NULL, updated_at = ?
       WHERE id = ? AND status IN ('requested', 'approved') RETURNING *`,
    )
    .bind(context.now().toISOString(), id)
    .first<RefundRequest>()
