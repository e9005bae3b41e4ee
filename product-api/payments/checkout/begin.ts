import type { Locale } from '../../identity/caller.ts'
import { creditTaken } from './credit.ts'
import { entered } from '../ledger/ledger.ts'
import { nextCheckAt } from '../polling-schedule.ts'
import { exponentOf } from './money.ts'
import { usesOfCoupon, type Quote } from './price.ts'
import type { ProviderName } from '../settings.ts'
import { undecided } from '../ledger/state.ts'
import type { Till } from '../providers/provider.ts'
import { newUlid, type Transaction } from '../ledger/transactions.ts'

export type Wish = {
  userId: number
  provider: ProviderName
  quote: Quote
  checkoutKey: string
  locale: Locale
  returnTo: string | null
}

/** Enters a new attempt to pay, with the arithmetic of the quote. Null where that cannot be: another attempt for the plan is
 *  undecided, the key is in use, or coupon or credit have gone meanwhile. All of it is looked at and written at one moment. */
export async function begin(till: Till, wish: Wish): Promise<Transaction | null> {
  const row = rowOf(till, wish)
  const [inserted] = await till.db.batch<Transaction>([
    insert(till.db, row),
    ...creditTaken(till.db, row, { writtenBy: row.written_by ?? '', at: row.created_at }),
    entered(
      till.db,
      {
        transactionId: row.id,
        provider: row.provider,
        kind: 'created',
        cause: 'checkout',
        to: 'created',
        currency: row.currency,
        at: till.now(),
      },
      { writtenBy: row.written_by ?? '' },
    ),
  ])
  return inserted?.results[0] ?? null
}

function rowOf({ settings, now: clock }: Till, wish: Wish): Transaction {
  const { quote, provider, userId, checkoutKey } = wish
  const now = clock()
  const at = now.toISOString()
  const id = newUlid(now)
  const { id: planId, slug, days, name } = quote.plan
  const openForMs =
    provider === 'paypal'
      ? settings.PAYPAL_APPROVAL_HOURS * 3_600_000
      : settings.PHONEPE_EXPIRE_SECONDS * 1000
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
    locale: wish.locale,
    return_to: wish.returnTo,
    provider,
    checkout_key: checkoutKey,
    provider_order_id: null,
    provider_reference: null,
    provider_capture_id: null,
    redirect_url: null,
    provider_expires_at: new Date(now.getTime() + openForMs).toISOString(),
    state: 'created',
    failure: null,
    state_version: 0,
    written_by: crypto.randomUUID(),
    idem_create: `${id}-create`,
    idem_capture: `${id}-capture`,
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
    created_at: at,
    updated_at: at,
  }
  return { ...row, next_check_at: nextCheckAt(row, settings, now)?.toISOString() ?? null }
}

/** States in which an attempt stands in the way of another for the same plan: money may yet come, or has come and is looked into. */
export const inTheWay: readonly string[] = [...undecided, 'review']

function insert(db: D1Database, row: Transaction): D1PreparedStatement {
  const columns = Object.keys(row)
  const [key, user, plan, coupon, credit, blocking] = [1, 2, 3, 4, 5, 6].map(
    (more) => `?${columns.length + more}`,
  )
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
       AND (${credit} = 0 OR ${credit} <= (
         SELECT coalesce(sum(amount_minor), 0) FROM referral_transactions WHERE user_id = ${user} AND currency = ?7))
       RETURNING *`,
    )
    .bind(
      ...Object.values(row),
      row.checkout_key,
      row.user_id,
      row.plan_id,
      row.coupon_code,
      row.credit_minor,
      JSON.stringify(inTheWay),
    )
}
