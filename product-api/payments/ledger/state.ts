import type { PaymentStatus } from '../../../domain/payment.ts'

/** The states of a transaction. */
export const states = [
  ...(['created', 'redirected', 'approved', 'capturing', 'pending'] as const),
  ...(['paid', 'failed', 'cancelled', 'expired'] as const),
  ...(['refunded', 'partially_refunded', 'reversed', 'review'] as const),
] as const
export type State = (typeof states)[number]

/** Not decided yet. */
export const undecided: readonly State[] = [
  'created',
  'redirected',
  'approved',
  'capturing',
  'pending',
]
/** The money came in, whatever happened to it afterwards. */
export const proven: readonly State[] = ['paid', 'partially_refunded', 'refunded', 'reversed']
/** Ended without money, as far as is known: a proof of payment still overrides these. */
export const ended: readonly State[] = ['failed', 'cancelled', 'expired']

/** Why no money came, as far as payers are told. */
export type Failure =
  | 'declined'
  | 'refused'
  | 'expired'
  | 'cancelled'
  | 'superseded'
  | 'not-started'
  | 'provider-down'
  | 'mismatch'

/** What became known of a transaction: the provider's answer, or the member's request. */
export type Finding =
  /** The provider created the order; expiresAt: until when it may be paid, where it says so. */
  | {
      kind: 'started'
      orderId: string
      reference: string | null
      redirectUrl: string
      expiresAt: string | null
    }
  | { kind: 'not-started'; failure: 'not-started' | 'refused' }
  /** The member cancelled it, or resumes what was cancelled. */
  | { kind: 'cancelled' }
  | { kind: 'resumed' }
  /** No answer that says anything: too slow, down, or our credentials were refused. */
  | { kind: 'unknown'; because: string }
  /** The payer has not paid. `isTrying`: perhaps is paying now; the provider lists no attempts. */
  | { kind: 'open'; isTrying: boolean }
  /** The payer approved; we have to capture the money. */
  | { kind: 'approved' }
  /** This attempt was declined; the same order may be tried again. */
  | { kind: 'declined' }
  /** Captured, but not settled: a bank or a review takes its time. */
  | { kind: 'pending'; because: string | null }
  | { kind: 'paid'; captureId: string; reference: string | null }
  /** Paid and refunded. refundedMinor: in all; null where the provider says only that it was a
   *  part. */
  | { kind: 'refunded'; captureId: string; refundedMinor: number | null; by: 'refund' | 'reversal' }
  | { kind: 'failed'; failure: 'declined' | 'refused' }
  /** The payer has paid by another order since; this one is not captured. */
  | { kind: 'superseded' }
  /** The order has expired or never existed. */
  | { kind: 'gone' }
  /** Its amount, currency, order or payee differs from ours. */
  | { kind: 'mismatch'; what: string }

/** What a finding makes of a transaction. `ledgerKind`: the kind of its ledger entry; null where
 *  nothing changed. */
export type Step = {
  to: State
  failure: Failure | null
  ledgerKind:
    | ('started' | 'resumed' | 'open' | 'approved' | 'declined' | 'pending')
    | ('captured' | 'refunded' | 'reversed' | 'ended' | 'flagged')
    | null
}

export type Standing = {
  state: State
  failure: Failure | null
  amountMinor: number
  refundedMinor: number
  /** Whether the provider has an order that could be paid. */
  isStarted: boolean
  /** Whether the order has expired by our own clock. */
  isOver: boolean
  /** Whether the payer has come back from the provider. */
  hasReturned: boolean
}

/** The transition table of the state machine. A proof of payment overrides every earlier state, a
 *  refund only follows such a proof, and a mismatch waits for a person (`byOperator` resolves it
 *  once the provider's answer fits again). */
export function stepOf(from: Standing, finding: Finding, byOperator = false): Step {
  const stay: Step = { to: from.state, failure: from.failure, ledgerKind: null }
  if (from.state === 'review' && !(byOperator && isFromProvider(finding))) return stay
  if (proven.includes(from.state)) return stepOfMoney(from, finding, stay)
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
      return from.state === 'created' || from.state === 'redirected'
        ? { to: 'cancelled', failure: 'cancelled', ledgerKind: 'ended' }
        : stay
    case 'resumed':
      return from.state === 'cancelled' && from.isStarted
        ? { to: 'redirected', failure: null, ledgerKind: 'resumed' }
        : stay
    case 'paid':
    // Paid and refunded before anybody looked: first the payment is written, then the refund.
    case 'refunded':
      return { to: 'paid', failure: null, ledgerKind: 'captured' }
    case 'mismatch':
      return from.state === 'review'
        ? stay
        : { to: 'review', failure: 'mismatch', ledgerKind: 'flagged' }
    // After a definite refusal an approved order is no news: the payer was told that it failed.
    case 'approved':
      return from.state === 'failed' ? stay : step(from, 'approved', null, 'approved')
    case 'pending':
      return step(from, 'pending', null, 'pending')
    case 'declined':
      return { to: 'redirected', failure: 'declined', ledgerKind: 'declined' }
    case 'failed':
      return step(from, 'failed', finding.failure, 'ended')
    case 'superseded':
      return step(from, 'cancelled', 'superseded', 'ended')
    case 'gone':
      return stepOfGone(from, stay)
    case 'open':
      return stepOfOpen(from, finding.isTrying, stay)
  }
}

const isFromProvider = ({ kind }: Finding) =>
  !['unknown', 'cancelled', 'resumed', 'superseded', 'started', 'not-started'].includes(kind)

function stepOfMoney(from: Standing, finding: Finding, stay: Step): Step {
  if (finding.kind !== 'refunded' || from.state === 'reversed') return stay
  if (finding.by === 'reversal') return { to: 'reversed', failure: null, ledgerKind: 'reversed' }
  if (from.state === 'refunded') return stay
  const { refundedMinor } = finding
  if (refundedMinor === null)
    return from.state === 'paid'
      ? { to: 'partially_refunded', failure: null, ledgerKind: 'refunded' }
      : stay
  if (refundedMinor <= from.refundedMinor) return stay
  const to = refundedMinor >= from.amountMinor ? 'refunded' : 'partially_refunded'
  return { to, failure: null, ledgerKind: 'refunded' }
}

function stepOfGone(from: Standing, stay: Step): Step {
  if (ended.includes(from.state)) return stay
  return from.isStarted
    ? step(from, 'expired', 'expired', 'ended')
    : step(from, 'failed', 'not-started', 'ended')
}

function stepOfOpen(from: Standing, isTrying: boolean, stay: Step): Step {
  if (ended.includes(from.state)) return stay
  if (from.isOver) return stepOfGone(from, stay)
  if (from.state === 'created' && !from.isStarted) return stay
  if (isTrying && from.hasReturned) return step(from, 'pending', null, 'pending')
  // What was approved or pending is open again: the payer withdrew it, or a bank declined and
  // another attempt is allowed.
  const wasTried = from.state === 'pending' || from.state === 'capturing'
  return step(from, 'redirected', wasTried ? 'declined' : from.failure, 'open')
}

const step = (
  from: Standing,
  to: State,
  failure: Failure | null,
  ledgerKind: NonNullable<Step['ledgerKind']>,
): Step => ({
  to,
  failure,
  ledgerKind: from.state === to && from.failure === failure ? null : ledgerKind,
})

/** The status that payers are shown: fewer words than there are states. */
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
