import { pollAfterMs } from './polling-schedule.ts'
import { latestRefund, refundableUntil } from './refunds/refund-requests.ts'
import { statusOf } from './ledger/state.ts'
import type { Till } from './providers/provider.ts'
import { isPayable, linesOf, offerOf, type Transaction } from './ledger/transactions.ts'

/** What anybody may know who holds a signature for this transaction: what became of the money, and whose it is only by a hint. */
export async function neutralView(till: Till, row: Transaction) {
  const now = till.now()
  const { slug, name } = offerOf(row)
  return {
    id: row.id,
    documentId: row.id,
    status: statusOf[row.state],
    provider: row.provider,
    plan: { slug, name },
    currency: row.currency,
    amountMinor: row.amount_minor,
    reference: row.provider_reference ?? row.provider_capture_id ?? row.provider_order_id,
    failure: row.failure,
    locale: row.locale,
    returnTo: row.return_to,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    paidAt: row.paid_at,
    expiresAt: row.provider_expires_at,
    nextCheckMs: pollAfterMs(row, now),
    redirectUrl: isPayable(row, now) ? row.redirect_url : null,
    account: await accountHint(till.db, row),
  }
}

/** What its owner sees. */
export async function ownView(till: Till, row: Transaction) {
  const subscription = await till.db
    .prepare('SELECT starts_at, ends_at, status FROM user_subscriptions WHERE transaction_id = ?')
    .bind(row.id)
    .first<{ starts_at: string; ends_at: string; status: string }>()
  return {
    ...(await neutralView(till, row)),
    state: row.state,
    lines: linesOf(row),
    couponCode: row.coupon_code,
    refundedMinor: row.refunded_minor,
    subscription: subscription && {
      startsAt: subscription.starts_at,
      endsAt: subscription.ends_at,
      status: subscription.status,
    },
    refund: await latestRefund(till.db, row.id),
    refundableUntil: refundableUntil(till, row)?.toISOString() ?? null,
    receiptNumber: receiptNumber(row),
  }
}

/** AB-2026-000042: one after the other in a year, none left out. */
const receiptNumber = ({ receipt_year, receipt_n }: Transaction) =>
  receipt_year === null || receipt_n === null
    ? null
    : `AB-${receipt_year}-${String(receipt_n).padStart(6, '0')}`

/** 'a•••@…' or '••••••4321': enough for its owner to know it. */
async function accountHint(db: D1Database, { user_id }: Transaction): Promise<string | null> {
  if (user_id === null) return null
  const row = await db
    .prepare('SELECT email, phone FROM users WHERE id = ?')
    .bind(user_id)
    .first<{ email: string | null; phone: string | null }>()
  if (row?.email) return `${row.email.slice(0, 1)}•••@…`
  return row?.phone ? `••••••${row.phone.slice(-4)}` : null
}
