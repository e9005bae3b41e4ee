import { Refusal } from '../../strapi/errors.ts'
import type { Till } from '../providers/provider.ts'
import { newUlid, type Transaction } from '../ledger/transactions.ts'

/** A row of `refund_requests`. requested: by its owner; approved: by the operator; sent: to the provider; done: by it. */
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

/** Until when the owner may ask for the money back; null where they cannot. */
export function refundableUntil({ settings }: Till, { state, paid_at }: Transaction): Date | null {
  if (state !== 'paid' || paid_at === null) return null
  return new Date(Date.parse(paid_at) + settings.REFUND_DAYS * 86_400_000)
}

/** How the newest request stands, as the payer is shown it. */
export async function latestRefund(db: D1Database, transactionId: string) {
  const row = await db
    .prepare(
      'SELECT * FROM refund_requests WHERE transaction_id = ? ORDER BY created_at DESC, id DESC LIMIT 1',
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

/** The owner asks for the money back. Asking twice is asking once.
 *  Errors: Refusal 400 where nothing is paid, or the time for it is over. */
export async function askForRefund(
  till: Till,
  row: Transaction,
  reason: string,
): Promise<RefundRequest> {
  const until = refundableUntil(till, row)
  if (!until)
    throw new Refusal(400, 'NotRefundable', 'Nothing is paid that could be given back', {})
  if (until <= till.now())
    throw new Refusal(400, 'RefundTooLate', 'The time for asking for a refund is over', {
      until: until.toISOString(),
    })
  return enterRequest(till, row, { by: 'reader', reason, amountMinor: row.amount_minor })
}

/** Enters a request unless one is open already; answers the open one. */
export async function enterRequest(
  till: Till,
  row: Transaction,
  { by, reason, amountMinor }: { by: 'reader' | 'operator'; reason: string; amountMinor: number },
): Promise<RefundRequest> {
  const at = till.now().toISOString()
  const entered = await till.db
    .prepare(
      `INSERT INTO refund_requests (id, transaction_id, asked_by, reason, status, amount_minor, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'requested', ?, ?, ?) ON CONFLICT DO NOTHING RETURNING *`,
    )
    .bind(newUlid(till.now()), row.id, by, reason, amountMinor, at, at)
    .first<RefundRequest>()
  const open = entered ?? (await openRequest(till.db, row.id))
  if (!open) throw new Error(`The refund of ${row.id} was ended while it was asked for`)
  return open
}

export const openRequest = (db: D1Database, transactionId: string): Promise<RefundRequest | null> =>
  db
    .prepare(
      `SELECT * FROM refund_requests WHERE transaction_id = ? AND status IN ('requested', 'approved', 'sent')`,
    )
    .bind(transactionId)
    .first<RefundRequest>()

/** The operator will not give it back. */
export const declineRefund = (till: Till, id: string): Promise<RefundRequest | null> =>
  till.db
    .prepare(
      `UPDATE refund_requests SET status = 'declined', next_check_at = NULL, updated_at = ?
       WHERE id = ? AND status IN ('requested', 'approved') RETURNING *`,
    )
    .bind(till.now().toISOString(), id)
    .first<RefundRequest>()
