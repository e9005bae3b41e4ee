import type { PaymentContext } from '../payment-context.ts'
import { givenMinor, hasOpenDispute, hasOpenRefund } from '../refunds/refund-limits.ts'
import { spendableCredit } from './credit.ts'
import type { Transaction } from './transactions.ts'

// A coupon's uses, the unused days of a replaced plan and a member's credit are limits of the money
// that is kept. An attempt reserves
// both when it begins; the reservation ends when the attempt ends unpaid, and a later resumption,
// capture or payment needs a new one (`is_reserved`).

/** Counts the uses of coupon `k`: the attempts that hold one. */
export const usesOfCoupon = `SELECT count(*) FROM payment_transactions u
  WHERE u.coupon_code = k.code AND u.is_reserved = 1`

/** Whether no other attempt uses the unused days of the payment `id` for an upgrade. `except`: an
 *  SQL condition on attempts `o` that do not count. */
export const isUpgradeFree = (id: string, except: string) => `NOT EXISTS (
  SELECT 1 FROM payment_transactions o WHERE o.upgrade_from = ${id} AND o.is_reserved = 1
    AND o.state NOT IN ('refunded', 'reversed') AND NOT (${except}))`

/** Whether the payer asks for the money of the payment `id` back, here or at the provider. */
export const isAskedBack = (id: string) => `(${hasOpenRefund(id)} OR ${hasOpenDispute(id)})`

/** Whether the plan of the payment `id` still runs and its money is not asked back, so that another
 *  plan can replace it. */
export const isUpgradable = (id: string, now: string) => `(EXISTS (
  SELECT 1 FROM user_subscriptions s
  WHERE s.transaction_id = ${id} AND s.status = 'active' AND s.ends_at > ${now})
  AND NOT ${isAskedBack(id)})`

/** Whether the payment whose unused days reduce the price of the transaction in table alias `t`
 *  still has that money: it was not given back since, and its payer does not dispute it. Also
 *  looked at when the money is taken. */
export const isReplacedKept = `(t.upgrade_from IS NULL OR EXISTS (
  SELECT 1 FROM payment_transactions p WHERE p.id = t.upgrade_from
    AND p.amount_minor - ${givenMinor('p')} >= t.upgrade_minor
    AND NOT ${hasOpenDispute('p.id')}))`

/** Whether the coupon, the replaced plan and the credit of the transaction in table alias `t` are
 *  available to it now; without effect on one that holds them. `now`: the placeholder of the time.
 *  */
export const isReservableSql = (now: string) =>
  `((t.coupon_code IS NULL OR EXISTS (
      SELECT 1 FROM coupons k WHERE k.code = t.coupon_code
        AND (k.most_uses IS NULL OR k.most_uses > (${usesOfCoupon} AND u.id <> t.id))
        AND k.most_uses_each > (${usesOfCoupon} AND u.user_id = t.user_id AND u.id <> t.id)))
    AND ${isReplacedKept} AND (t.upgrade_from IS NULL OR (${isUpgradable('t.upgrade_from', now)}
      AND ${isUpgradeFree('t.upgrade_from', 'o.id = t.id')}))
    AND (t.credit_minor = 0
      OR t.credit_minor <= ${spendableCredit({ user: 't.user_id', currency: 't.currency', now })}))`

/** Whether the transaction in table alias `t` holds its coupon and credit, or could hold them
 *  again, and the plan that it replaces was not refunded. */
export const isCapturableSql = (now: string) =>
  `(${isReplacedKept} AND (t.is_reserved = 1 OR ${isReservableSql(now)}))`

/** Whether a transaction holds its coupon and credit, or could hold them again. Cost: one read. */
export async function isWithinLimits(
  { db, now }: Pick<PaymentContext, 'db' | 'now'>,
  { id, is_reserved, upgrade_from }: Transaction,
): Promise<boolean> {
  if (is_reserved === 1 && upgrade_from === null) return true
  const row = await db
    .prepare(`SELECT ${isCapturableSql('?2')} AS is_free FROM payment_transactions t WHERE id = ?1`)
    .bind(id, now().toISOString())
    .first<{ is_free: number }>()
  return row?.is_free === 1
}
