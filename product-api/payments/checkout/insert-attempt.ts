import type { Database, PreparedStatement } from '../../database.ts'
import type { Locale } from '../../../domain/locale.ts'
import { spendableCredit, takeCredit } from '../ledger/credit.ts'
import { insertLedgerEntry } from '../ledger/entries.ts'
import { isUpgradable, isUpgradeFree, usesOfCoupon } from '../ledger/limits.ts'
import { nextCheckAt } from '../ledger/polling-schedule.ts'
import { undecidedStates } from '../ledger/state.ts'
import { firstCaptureKey, newUlid, type Transaction } from '../ledger/transactions.ts'
import { exponentOf } from '../money.ts'
import { providerOf, type PaymentContext } from '../payment-context.ts'
import { storePayerState } from '../tax/payer-state.ts'
import type { Quote } from './price.ts'

export type NewAttempt = {
  userId: number
  provider: string
  quote: Quote
  payerState: string | null
  checkoutKey: string
  locale: Locale
  returnTo: string | null
  user_source: string
}

/** Inserts an attempt to pay, with the lines of the quote. Returns null if another attempt for the
 *  plan is undecided, the key is in use, or coupon or credit were used up since the quote: the
 *  INSERT checks all of it. Cost: one batch. */
export async function insertAttempt(
  context: PaymentContext,
  attempt: NewAttempt,
): Promise<Transaction | null> {
  const row = rowOf(context, attempt)
  const [inserted] = await context.db.batch<Transaction>([
    insert(context.db, row),
    ...takeCredit(context.db, row, { writtenBy: row.written_by ?? '', at: row.created_at }),
    insertLedgerEntry(
      context.db,
      {
        transactionId: row.id,
        provider: row.provider,
        kind: 'created',
        cause: 'checkout',
        to: 'created',
        currency: row.currency,
        at: context.now(),
      },
      { writtenBy: row.written_by ?? '' },
    ),
    leaveEarlierAttempts(context.db, row),
    ...(row.payer_state === null ? [] : [storePayerState(context.db, row)]),
  ])
  const stored = inserted?.results[0] ?? null
  if (stored) context.tellClock?.(stored)
  return stored
}

/** The payer who begins another order for a plan has left the earlier ones. */
const leaveEarlierAttempts = (db: Database, row: Transaction): PreparedStatement =>
  db
    .prepare(
      `UPDATE payment_transactions
       SET left_at = coalesce(left_at, ?4), state_version = state_version + 1,
         failure = iif(state = 'cancelled' AND failure = 'cancelled', 'superseded', failure)
       WHERE user_id = ?2 AND plan_id = ?3 AND id <> ?1 AND paid_at IS NULL
         AND state IN ('cancelled', 'failed', 'expired')
         AND EXISTS (SELECT 1 FROM payment_transactions WHERE id = ?1 AND written_by = ?5)`,
    )
    .bind(row.id, row.user_id, row.plan_id, row.created_at, row.written_by)

function rowOf(context: PaymentContext, attempt: NewAttempt): Transaction {
  const { quote, provider, userId, checkoutKey } = attempt
  const now = context.now()
  const at = now.toISOString()
  const id = newUlid(now)
  const { id: planId, slug, days, name } = quote.plan
  const { orderLifetimeMs } = providerOf(context, attempt)
  const row: Transaction = {
    id,
    user_id: userId,
    plan_id: planId,
    plan: JSON.stringify({ slug, days, name }),
    lines: JSON.stringify(quote.lines),
    amount_minor: quote.totalMinor,
    currency: quote.currency,
    exponent: exponentOf(quote.currency) ?? 2,
    coupon_code: quote.coupon?.ok ? quote.coupon.code : null,
    credit_minor: quote.creditMinor,
    locale: attempt.locale,
    return_to: attempt.returnTo,
    user_source: attempt.user_source,
    provider,
    checkout_key: checkoutKey,
    provider_order_id: null,
    provider_reference: null,
    provider_capture_id: null,
    redirect_url: null,
    provider_expires_at: new Date(now.getTime() + orderLifetimeMs).toISOString(),
    state: 'created',
    failure: null,
    state_version: 0,
    written_by: crypto.randomUUID(),
    idem_create: `${id}-create`,
    idem_capture: firstCaptureKey(id),
    return_nonce: crypto.randomUUID(),
    returned_at: null,
    lease_until: null,
    last_checked_at: null,
    next_check_at: null,
    last_error: null,
    refunded_minor: 0,
    receipt_year: null,
    receipt_n: null,
    paid_at: null,
    left_at: null,
    is_reserved: 1,
    payer_state: attempt.payerState,
    payer_country: null,
    reported_refunds: '[]',
    upgrade_from: quote.upgrade?.transactionId ?? null,
    upgrade_minor: quote.upgrade?.amountMinor ?? 0,
    upgrade_until: null,
    created_at: at,
    updated_at: at,
  }
  return { ...row, next_check_at: nextCheckAt(context, row, now)?.toISOString() ?? null }
}

/** States in which an attempt blocks another one for the same plan: it may still be paid, or is
 *  under review. */
export const blockingStates: readonly string[] = [...undecidedStates, 'review']

function insert(db: Database, row: Transaction): PreparedStatement {
  const columns = Object.keys(row)
  const [key, user = '', plan, coupon, credit, blocking, now = '', upgrade = ''] = [
    1, 2, 3, 4, 5, 6, 7, 8,
  ].map((offset) => `?${columns.length + offset}`)
  return db
    .prepare(
      `INSERT INTO payment_transactions (${columns.join(', ')})
       SELECT ${columns.map((_, index) => `?${index + 1}`).join(', ')}
       WHERE NOT EXISTS (
         SELECT 1 FROM payment_transactions o WHERE o.user_id = ${user} AND (
           o.checkout_key = ${key}
           OR (o.plan_id = ${plan} AND o.state IN (SELECT value FROM json_each(${blocking})))))
       AND (${coupon} IS NULL OR EXISTS (
         SELECT 1 FROM coupons k WHERE k.code = ${coupon}
           AND (k.most_uses IS NULL OR k.most_uses > (${usesOfCoupon}))
           AND k.most_uses_each > (${usesOfCoupon} AND u.user_id = ${user})))
       AND (${credit} = 0
         OR ${credit} <= ${spendableCredit({ user, currency: '?7', now })})
       AND (${upgrade} IS NULL OR (${isUpgradable(upgrade, now)}
         AND ${isUpgradeFree(upgrade, 'FALSE')}))
       RETURNING *`,
    )
    .bind(
      ...Object.values(row),
      row.checkout_key,
      row.user_id,
      row.plan_id,
      row.coupon_code,
      row.credit_minor,
      JSON.stringify(blockingStates),
      row.created_at,
      row.upgrade_from,
    )
}
