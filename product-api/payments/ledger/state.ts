import type { PaymentStatus } from '../../../domain/payment.ts'

/** The states of a transaction. */
export const states = [
  ...(['created', 'redirected', 'approved', 'capturing', 'pending'] as const),
  ...(['paid', 'failed', 'cancelled', 'expired'] as const),
  ...(['refunded', 'partially_refunded', 'reversed', 'review'] as const),
] as const
export type State = (typeof states)[number]

/** It is not known yet whether the attempt will be paid. */
export const undecidedStates: readonly State[] = [
  'created',
  'redirected',
  'approved',
  'capturing',
  'pending',
]
/** The money was captured; parts or all of it may have been refunded since. */
export const capturedStates: readonly State[] = [
  'paid',
  'partially_refunded',
  'refunded',
  'reversed',
]
/** Ended unpaid. A late proof of payment still changes these. */
export const endedUnpaidStates: readonly State[] = ['failed', 'cancelled', 'expired']

/** Why an attempt was not paid, as payers see it. */
export type Failure =
  | 'declined'
  | 'refused'
  | 'expired'
  /** The payer left it, and the provider says that nothing was taken; it can be resumed. */
  | 'cancelled'
  /** The payer left it, and the provider has not said yet whether money was taken. */
  | 'unconfirmed'
  /** The payer left it after an approval, which is not captured. */
  | 'left'
  | 'superseded'
  /** Its coupon or credit was used by another payment before the money arrived. */
  | 'over-limit'
  | 'not-started'
  | 'provider-down'
  | 'mismatch'

/** What was found out about a transaction: the provider's answer, or the member's request. */
export type Finding =
  /** The provider created the order. expiresAt: until when it can be paid, if the provider says. */
  | {
      kind: 'started'
      orderId: string
      reference: string | null
      redirectUrl: string
      expiresAt: string | null
    }
  | { kind: 'not-started'; failure: 'not-started' | 'refused' }
  /** The member cancelled the payment, or resumes a cancelled one. */
  | { kind: 'cancelled' }
  | { kind: 'resumed' }
  /** No conclusive answer: a timeout, an outage, or our credentials were refused. */
  | { kind: 'unknown'; because: string }
  /** The payer has not paid. `isTrying`: may be paying now, because the provider does not list
   *  payment attempts. */
  | { kind: 'open'; isTrying: boolean }
  /** The payer approved; we have to capture the money. */
  | { kind: 'approved' }
  /** The payment method was declined; the same order can be paid with another one. */
  | { kind: 'declined' }
  /** Captured, but a bank or a review has not confirmed it yet. */
  | { kind: 'pending'; because: string | null }
  | { kind: 'paid'; captureId: string; reference: string | null; payerCountry?: string | null }
  /** Paid and refunded. refundedMinor: the sum of all refunds and reversals; null if the provider
   *  says only that it is a part. */
  | {
      kind: 'refunded'
      captureId: string
      refundedMinor: number | null
      by: 'refund' | 'reversal'
      payerCountry?: string | null
    }
  /** mismatch: the operator has declined what was flagged for review. */
  | { kind: 'failed'; failure: 'declined' | 'refused' | 'mismatch' }
  /** The payer has paid another order for the plan since; this one is not captured. */
  | { kind: 'superseded' }
  /** Approved after its coupon or credit was used by another payment; it is not captured. */
  | { kind: 'over-limit' }
  /** The order has expired or never existed. */
  | { kind: 'gone' }
  /** Its amount, currency, order or payee differs from ours. `received`: what was captured. */
  | { kind: 'mismatch'; what: string; received?: ReceivedMoney }

/** Captured money, how much of it was given back, and the payer's country if the provider said
 *  one. */
export type ReceivedMoney = {
  captureId: string
  amountMinor: number
  currency: string
  refundedMinor: number
  payerCountry?: string | null
}

/** The transition that a finding causes. `ledgerKind`: the kind of its ledger entry; null if
 *  nothing changes. */
export type Step = {
  to: State
  failure: Failure | null
  ledgerKind:
    | ('started' | 'resumed' | 'open' | 'approved' | 'declined' | 'pending')
    | ('captured' | 'refunded' | 'reversed' | 'ended' | 'flagged')
    | null
}

/** The parts of a row on which transitions depend. */
export type TransactionSnapshot = {
  state: State
  failure: Failure | null
  amountMinor: number
  refundedMinor: number
  /** Whether the provider has created an order. */
  isStarted: boolean
  /** Whether the order has expired by this Worker's clock. */
  isExpired: boolean
  /** Whether the payer has returned from the provider. */
  hasReturned: boolean
  /** Whether the payer has left it: an approval of it is not captured. */
  isLeft: boolean
}

/** The transition table of the state machine. A proof of payment overrides every earlier state, a
 *  refund only follows such a proof, and a mismatch waits for a person (`byOperator` resolves it
 *  once the provider's answer fits again). */
export function stepOf(from: TransactionSnapshot, finding: Finding, byOperator = false): Step {
  const stay: Step = { to: from.state, failure: from.failure, ledgerKind: null }
  if (from.state === 'review' && !(byOperator && isFromProvider(finding))) return stay
  if (capturedStates.includes(from.state)) return stepOfMoney(from, finding, stay)
  switch (finding.kind) {
    case 'unknown':
      return stay
    case 'started':
      return from.state === 'created'
        ? { to: 'redirected', failure: null, ledgerKind: 'started' }
        : stay
    case 'not-started':
      return from.state === 'created'
        ? { to: 'failed', failure: finding.failure, ledgerKind: 'ended' }
        : stay
    case 'cancelled':
      return stepOfCancelled(from, stay)
    case 'resumed':
      return from.state === 'cancelled' && from.failure === 'cancelled' && from.isStarted
        ? { to: 'redirected', failure: null, ledgerKind: 'resumed' }
        : stay
    case 'paid':
    // Paid and refunded before the first check: the payment is written first, then the refund.
    case 'refunded':
      return { to: 'paid', failure: from.isLeft ? 'cancelled' : null, ledgerKind: 'captured' }
    case 'mismatch':
      // What the operator has declined is not flagged again.
      return from.state === 'review' || (from.state === 'failed' && from.failure === 'mismatch')
        ? stay
        : { to: 'review', failure: 'mismatch', ledgerKind: 'flagged' }
    case 'approved':
      return stepOfApproved(from, stay)
    case 'pending':
      return step(from, 'pending', null, 'pending')
    case 'declined':
      return from.isLeft
        ? step(from, 'cancelled', 'left', 'ended')
        : { to: 'redirected', failure: 'declined', ledgerKind: 'declined' }
    case 'failed':
      return step(from, 'failed', finding.failure, 'ended')
    case 'superseded':
      return step(from, 'cancelled', 'superseded', 'ended')
    case 'over-limit':
      return step(from, 'cancelled', 'over-limit', 'ended')
    case 'gone':
      return stepOfGone(from, confirmed(from, stay))
    case 'open':
      return stepOfOpen(from, finding.isTrying, confirmed(from, stay))
  }
}

/** Whether a finding follows from an answer of the provider. 'superseded' and 'over-limit' do: they
 *  say why an order that it calls approved is not captured. */
const isFromProvider = ({ kind }: Finding) =>
  !['unknown', 'cancelled', 'resumed', 'started', 'not-started'].includes(kind)

function stepOfMoney(from: TransactionSnapshot, finding: Finding, stay: Step): Step {
  if (finding.kind !== 'refunded' || from.state === 'reversed') return stay
  const { refundedMinor, by } = finding
  // A part of unknown size is not booked: the refund itself or the provider's report names its sum.
  if (refundedMinor === null || refundedMinor <= from.refundedMinor) return stay
  const ledgerKind = by === 'reversal' ? 'reversed' : 'refunded'
  if (refundedMinor < from.amountMinor)
    return from.state === 'refunded'
      ? stay
      : { to: 'partially_refunded', failure: from.failure, ledgerKind }
  return by === 'reversal'
    ? { to: 'reversed', failure: null, ledgerKind }
    : { to: 'refunded', failure: from.failure, ledgerKind }
}

/** The payer leaves. Whether money was taken is unconfirmed until the provider answers. */
function stepOfCancelled(from: TransactionSnapshot, stay: Step): Step {
  if (['created', 'redirected', 'approved'].includes(from.state))
    return { to: 'cancelled', failure: 'unconfirmed', ledgerKind: 'ended' }
  return from.state === 'cancelled' && from.failure === 'cancelled'
    ? { ...stay, failure: 'unconfirmed' }
    : stay
}

/** The provider says that nothing was taken for a payment that the payer has left. */
const confirmed = (from: TransactionSnapshot, stay: Step): Step =>
  from.state === 'cancelled' && from.failure === 'unconfirmed'
    ? { ...stay, failure: 'cancelled' }
    : stay

/** An approval is captured only where the payer wants the payment, so it changes no payment that
 *  has failed or that the payer has left. */
function stepOfApproved(from: TransactionSnapshot, stay: Step): Step {
  if (from.state === 'failed') return stay
  if (from.state === 'cancelled')
    return from.failure === 'unconfirmed' ? { ...stay, failure: 'left' } : stay
  if (!from.isLeft) return step(from, 'approved', null, 'approved')
  return from.state === 'expired' ? stay : step(from, 'cancelled', 'left', 'ended')
}

function stepOfGone(from: TransactionSnapshot, stay: Step): Step {
  if (endedUnpaidStates.includes(from.state)) return stay
  return from.isStarted
    ? step(from, 'expired', 'expired', 'ended')
    : step(from, 'failed', 'not-started', 'ended')
}

function stepOfOpen(from: TransactionSnapshot, isTrying: boolean, stay: Step): Step {
  if (endedUnpaidStates.includes(from.state)) return stay
  if (from.isExpired) return stepOfGone(from, stay)
  if (from.state === 'created' && !from.isStarted) return stay
  if (isTrying && from.hasReturned) return step(from, 'pending', null, 'pending')
  if (from.isLeft) return step(from, 'cancelled', 'cancelled', 'ended')
  // An approved or pending order is open again after the payer withdrew, or a bank declined and
  // the payer may try again.
  const wasTried = from.state === 'pending' || from.state === 'capturing'
  return step(from, 'redirected', wasTried ? 'declined' : from.failure, 'open')
}

const step = (
  from: TransactionSnapshot,
  to: State,
  failure: Failure | null,
  ledgerKind: NonNullable<Step['ledgerKind']>,
): Step => ({
  to,
  failure,
  ledgerKind: from.state === to && from.failure === failure ? null : ledgerKind,
})

/** The status that payers see for each state. */
export const statusOf: Readonly<Record<State, PaymentStatus>> = {
  created: 'created',
  redirected: 'waiting',
  approved: 'checking',
  capturing: 'checking',
  pending: 'pending',
  paid: 'paid',
  partially_refunded: 'paid',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
  refunded: 'refunded',
  reversed: 'refunded',
  review: 'review',
}
