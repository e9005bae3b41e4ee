import { paymentProviders } from '../../../domain/payment-providers.ts'
import type { Database } from '../../database.ts'

// What may be given back of a payment. The rules are conditions of the statements that approve and
// send a refund, so that they hold for concurrent callers; `refundProblemOf` names the one that a
// refund breaks.

/** The credit of upgrade orders, open or paid, for the unused days of the payment `id`. */
const usedByUpgrade = (id: string) => `coalesce((
  SELECT sum(o.upgrade_minor) FROM payment_transactions o
  WHERE o.upgrade_from = ${id} AND o.is_reserved = 1
    AND o.state NOT IN ('refunded', 'reversed')), 0)`

/** What can be refunded of the payment in table alias `t`, in minor units. */
export const refundableMinor = (t: string) =>
  `(${t}.amount_minor - ${t}.refunded_minor - ${usedByUpgrade(`${t}.id`)})`

/** The smallest refund that the provider accepts. */
export const minRefundMinor = (provider: string) =>
  paymentProviders.reduce(
    (rest, { id, minRefundMinor: minor }) => `iif(${provider} = '${id}', ${minor}, ${rest})`,
    '1',
  )

const minMinorOf = (provider: string) =>
  paymentProviders.find(({ id }) => id === provider)?.minRefundMinor ?? 1

const disputeId = (event: string) =>
  `substr(${event}.detail, 1, instr(${event}.detail || ' ', ' ') - 1)`

/** Whether the payer disputes the payment `id` at the provider, which has not decided it yet. */
export const hasOpenDispute = (id: string) => `EXISTS (
  SELECT 1 FROM payment_events d
  WHERE d.transaction_id = ${id} AND d.kind LIKE '%DISPUTE%' AND d.kind NOT LIKE '%RESOLVED'
    AND NOT EXISTS (
      SELECT 1 FROM payment_events e
      WHERE e.transaction_id = ${id} AND e.kind LIKE '%DISPUTE%RESOLVED'
        AND ${disputeId('e')} IS ${disputeId('d')}))`

/** Whether a refund of the payment `id` is not finished: requested, approved or sent. */
export const hasOpenRefund = (id: string) => `EXISTS (
  SELECT 1 FROM refund_requests f
  WHERE f.transaction_id = ${id} AND f.status IN ('requested', 'approved', 'sent'))`

/** Whether the request in table alias `r` is not under way: its amount can still be another one. */
export const isReplaceable = (r: string) => `(${r}.is_booked = 0 AND (${r}.status = 'requested'
  OR (${r}.status = 'approved' AND (${r}.next_check_at IS NULL OR ${r}.failure IS NOT NULL))))`

/** What was given back of the payment in table alias `t`, or is on its way, in minor units. */
export const givenMinor = (t: string) => `(${t}.refunded_minor + coalesce((
  SELECT sum(g.amount_minor) FROM refund_requests g
  WHERE g.transaction_id = ${t}.id AND g.status IN ('approved', 'sent') AND g.is_booked = 0
    AND NOT ${isReplaceable('g')}), 0))`

/** Whether `amount` may be refunded of the payment in table alias `t`. `despiteDispute`: SQL. */
export const mayRefund = (t: string, amount: string, despiteDispute: string) => `(
  ${t}.paid_at IS NOT NULL AND ${t}.state <> 'reversed'
  AND ${amount} BETWEEN ${minRefundMinor(`${t}.provider`)} AND ${refundableMinor(t)}
  AND ${t}.amount_minor - ${t}.refunded_minor - ${amount} NOT BETWEEN 1
    AND ${minRefundMinor(`${t}.provider`)} - 1
  AND (${despiteDispute} OR NOT ${hasOpenDispute(`${t}.id`)}))`

/** What limits the refunds of a payment, in minor units. */
export type RefundState = {
  provider: string
  currency: string
  isPaid: boolean
  /** Paid and not given back yet. */
  leftMinor: number
  /** Part of `leftMinor` that paid for another plan. */
  upgradeMinor: number
  /** The smallest refund that the provider accepts. */
  minMinor: number
  isDisputed: boolean
  /** Given back, or on its way. */
  givenMinor: number
  /** The open request that a refund takes over; what the payer asked for, or a refused refund. */
  request: {
    amountMinor: number
    reason: string
    isPayers: boolean
    /** Nobody has decided about it yet. */
    isUndecided: boolean
    at: string
  } | null
  /** The refund that is approved or sent, until it is finished. */
  underWay: { amountMinor: number } | null
}

type StateRow = {
  provider: string
  currency: string
  is_paid: number
  left_minor: number
  given_minor: number
  upgrade_minor: number
  is_disputed: number
  open_minor: number | null
  is_replaceable: number
  reason: string
  asked_by: string
  status: string
  asked_at: string
}

/** What limits the refunds of a payment; null for an unknown id. Cost: one read. */
export async function refundStateOf(db: Database, id: string): Promise<RefundState | null> {
  const row = await db
    .prepare(
      `SELECT t.provider, t.currency, t.paid_at IS NOT NULL AND t.state <> 'reversed' AS is_paid,
         t.amount_minor - t.refunded_minor AS left_minor, ${givenMinor('t')} AS given_minor,
         ${usedByUpgrade('t.id')} AS upgrade_minor, ${hasOpenDispute('t.id')} AS is_disputed,
         r.amount_minor AS open_minor, ${isReplaceable('r')} AS is_replaceable, r.reason,
         r.asked_by, r.status, r.created_at AS asked_at
       FROM payment_transactions t LEFT JOIN refund_requests r
         ON r.transaction_id = t.id AND r.status IN ('requested', 'approved', 'sent')
       WHERE t.id = ?`,
    )
    .bind(id)
    .first<StateRow>()
  if (!row) return null
  const { open_minor: openMinor, reason, asked_at: at } = row
  const isUnderWay = openMinor !== null && row.is_replaceable === 0
  return {
    provider: row.provider,
    currency: row.currency,
    isPaid: row.is_paid === 1,
    leftMinor: row.left_minor,
    upgradeMinor: row.upgrade_minor,
    minMinor: minMinorOf(row.provider),
    isDisputed: row.is_disputed === 1,
    givenMinor: row.given_minor,
    request:
      openMinor === null || isUnderWay
        ? null
        : {
            amountMinor: openMinor,
            reason,
            isPayers: row.asked_by === 'reader',
            isUndecided: row.status === 'requested',
            at,
          },
    underWay: isUnderWay ? { amountMinor: openMinor } : null,
  }
}

/** Why an amount cannot be refunded.
 *  - under-way: another refund of the payment is approved or sent and not finished.
 *  - invalid-amount: nothing, or more than is left.
 *  - used-for-upgrade: a part of it paid for another plan.
 *  - below-minimum, leaves-too-little: the provider accepts no refund that small, now or later.
 *  - disputed: the payer disputes the payment; the provider decides. */
export type RefundProblem =
  | ('not-paid' | 'under-way' | 'invalid-amount' | 'used-for-upgrade')
  | ('below-minimum' | 'leaves-too-little' | 'disputed')

/** Why an amount in minor units cannot be refunded; null if it can be. */
export function refundProblemOf(
  state: RefundState,
  amountMinor: number,
  despiteDispute: boolean,
): RefundProblem | null {
  const { leftMinor, upgradeMinor, minMinor } = state
  if (!state.isPaid) return 'not-paid'
  if (state.underWay) return 'under-way'
  if (amountMinor < 1 || amountMinor > leftMinor) return 'invalid-amount'
  if (amountMinor > leftMinor - upgradeMinor) return 'used-for-upgrade'
  if (amountMinor < minMinor) return 'below-minimum'
  const restMinor = leftMinor - amountMinor
  if (restMinor > 0 && restMinor < minMinor) return 'leaves-too-little'
  return state.isDisputed && !despiteDispute ? 'disputed' : null
}
