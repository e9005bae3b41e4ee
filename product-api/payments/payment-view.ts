import type { Database } from '../database.ts'
import { pollAfterMs } from './ledger/polling-schedule.ts'
import { statusOf } from './ledger/state.ts'
import { isPayable, linesOf, offerOf, type Transaction } from './ledger/transactions.ts'
import type { PaymentContext } from './payment-context.ts'
import { latestRefund, refundableUntil } from './refunds/refund-requests.ts'
import { replacementOf } from './subscriptions/replacement.ts'
import { documentNumber, documentsOf, type TaxDocument } from './tax/tax-documents.ts'

/** The JSON of a payment for anybody with its signature: its state, and only a hint of its
 *  owner. `documents`: its tax documents, if they were read before. */
export async function neutralView(
  context: PaymentContext,
  row: Transaction,
  documents: TaxDocument[] | null = null,
) {
  const now = context.now()
  const { slug, name } = offerOf(row)
  documents ??= await taxDocumentsOf(context, row)
  return {
    id: row.id,
    documentId: row.id,
    status: statusOf[row.state],
    provider: row.provider,
    plan: { slug, name },
    currency: row.currency,
    amountMinor: row.amount_minor,
    reference: row.provider_reference ?? row.provider_capture_id ?? row.provider_order_id,
    failure: failureOf(row),
    locale: row.locale,
    returnTo: row.return_to,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    paidAt: row.paid_at,
    expiresAt: row.provider_expires_at,
    nextCheckMs: pollAfterMs(row, now),
    redirectUrl: isPayable(row, now) ? row.redirect_url : null,
    account: await accountHint(context.db, row),
    // Pages promise this period; `refundableUntil` is computed from it.
    refundDays: context.settings.REFUND_DAYS,
    isTaxed: documents.length > 0,
    replacedBy: row.paid_at === null ? null : await replacementOf(context.db, row.id),
  }
}

/** 'cancelled' or 'erased' (the account) beside any other status: the money is given back if it
 *  arrives, or has arrived. */
function failureOf({ user_id, left_at, failure }: Transaction): string | null {
  if (left_at === null) return failure
  return user_id === null ? 'erased' : (failure ?? 'cancelled')
}

/** The documents of a payment; those of one that was never paid need no read. */
const taxDocumentsOf = ({ db }: PaymentContext, { id, paid_at }: Transaction) =>
  paid_at === null ? [] : documentsOf(db, id)

/** The JSON of a payment for its owner. Cost: three to five reads. */
export async function ownView(context: PaymentContext, row: Transaction) {
  const subscription = await context.db
    .prepare('SELECT starts_at, ends_at, status FROM user_subscriptions WHERE transaction_id = ?')
    .bind(row.id)
    .first<{ starts_at: string; ends_at: string; status: string }>()
  const documents = await taxDocumentsOf(context, row)
  const neutral = await neutralView(context, row, documents)
  const until = neutral.replacedBy === null ? refundableUntil(context, row) : null
  return {
    ...neutral,
    state: row.state,
    lines: linesOf(row),
    couponCode: row.coupon_code,
    refundedMinor: row.refunded_minor,
    subscription: subscription && {
      startsAt: subscription.starts_at,
      endsAt: subscription.ends_at,
      status: subscription.status,
    },
    refund: await latestRefund(context.db, row.id),
    refundableUntil: until?.toISOString() ?? null,
    receiptNumber: receiptNumber(row),
    taxDocuments: documents.map((one) => ({ kind: one.kind, number: documentNumber(one) })),
  }
}

/** AB-2026-000042: numbered consecutively within a year, without gaps. */
const receiptNumber = ({ receipt_year, receipt_n }: Transaction) =>
  receipt_year === null || receipt_n === null
    ? null
    : `AB-${receipt_year}-${String(receipt_n).padStart(6, '0')}`

/** 'a•••@…' or '••••••4321': enough for the owner to recognise the account. */
async function accountHint(db: Database, { user_id }: Transaction): Promise<string | null> {
  if (user_id === null) return null
  const row = await db
    .prepare('SELECT email, phone FROM users WHERE id = ?')
    .bind(user_id)
    .first<{ email: string | null; phone: string | null }>()
  if (row?.email) return `${row.email.slice(0, 1)}•••@…`
  return row?.phone ? `••••••${row.phone.slice(-4)}` : null
}
