/** What a transaction is at this moment. */
export const states = [
  ...(['created', 'redirected', 'approved', 'capturing', 'pending'] as const),
  ...(['paid', 'failed', 'cancelled', 'expired'] as const),
  ...(['refunded', 'partially_refunded', 'reversed', 'review'] as const),
] as const
export type State = (typeof states)[number]

/** Nobody knows yet how these end. */
export const undecided: readonly State[] = [
  'created',
  'redirected',
  'approved',
  'capturing',
  'pending',
]
/** The money came in, whatever became of it afterwards. */
export const proven: readonly State[] = ['paid', 'partially_refunded', 'refunded', 'reversed']
/** Ended without money, as far as is known: proof of payment still wins against these. */
export const ended: readonly State[] = ['failed', 'cancelled', 'expired']

/** Why no money came, in the classes that a payer is told. */
export type Failure =
  | 'declined'
  | 'refused'
  | 'expired'
  | 'cancelled'
  | 'superseded'
  | 'not-started'
  | 'provider-down'
  | 'mismatch'

/** What became known of a transaction: the provider's word, or the member's wish. */
export type Finding =
  /** The provider made the order; expiresAt: until when it may be paid, where it says so. */
  | {
      kind: 'started'
      orderId: string
      reference: string | null
      redirectUrl: string
      expiresAt: string | null
    }
  | { kind: 'not-started'; failure: 'not-started' | 'refused' }
  /** The member gave it up, or takes up again what was given up. */
  | { kind: 'cancelled' }
  | { kind: 'resumed' }
  /** Nothing that could be believed: too slow, down, or our credentials were refused. */
  | { kind: 'unknown'; because: string }
  /** The payer has not paid. `isTrying`: perhaps is about to, for the provider does not name the tries. */
  | { kind: 'open'; isTrying: boolean }
  /** The payer said yes; the money is ours to take. */
  | { kind: 'approved' }
  /** This try came to nothing; the same order may be tried again. */
  | { kind: 'declined' }
  /** Taken, but not arrived: a bank or a review takes its time. */
  | { kind: 'pending'; because: string | null }
  | { kind: 'paid'; captureId: string; reference: string | null }
  /** Paid, and given back. refundedMinor: in all; null where the provider says only that it was a part. */
  | { kind: 'refunded'; captureId: string; refundedMinor: number | null; by: 'refund' | 'reversal' }
  | { kind: 'failed'; failure: 'declined' | 'refused' }
  /** The payer has paid by another order since, and this one's money is not taken. */
  | { kind: 'superseded' }
  /** The order is over, or was never there. */
  | { kind: 'gone' }
  /** Another amount, currency, order or payee than ours. */
  | { kind: 'mismatch'; what: string }

/** What a finding makes of a transaction. `is`: how it is entered in the ledger; null where nothing changed. */
export type Step = {
  to: State
  failure: Failure | null
  is:
    | ('started' | 'resumed' | 'open' | 'approved' | 'declined' | 'pending')
    | ('captured' | 'refunded' | 'reversed' | 'ended' | 'flagged')
    | null
}

export type Standing = {
  state: State
  failure: Failure | null
  amountMinor: number
  refundedMinor: number
  /** Whether the provider has an order that somebody could pay. */
  isStarted: boolean
  /** Whether the order's time is over by our own clock. */
  isOver: boolean
  /** Whether the payer has come back from the provider. */
  hasReturned: boolean
}

/** The one table of the machine. Evidence only grows: proof of payment beats whatever was believed before, a refund only
 *  follows proof, and a contradiction waits for a person (`byOperator` lifts it once the provider's word fits again). */
export function stepOf(from: Standing, finding: Finding, byOperator = false): Step {
  const stay: Step = { to: from.state, failure: from.failure, is: null }
  if (from.state === 'review' && !(byOperator && isProvidersWord(finding))) return stay
  if (proven.includes(from.state)) return stepOfMoney(from, finding, stay)
  switch (finding.kind) {
    case 'unknown':
      return stay
    case 'started':
      return from.state === 'created' ? { to: 'redirected', failure: null, is: 'started' } : stay
    case 'not-started':
      return from.state === 'created'
        ? { to: 'failed', failure: finding.failure, is: 'ended' }
        : stay
    case 'cancelled':
      return from.state === 'created' || from.state === 'redirected'
        ? { to: 'cancelled', failure: 'cancelled', is: 'ended' }
        : stay
    case 'resumed':
      return from.state === 'cancelled' && from.isStarted
        ? { to: 'redirected', failure: null, is: 'resumed' }
        : stay
    case 'paid':
    // Paid and given back before anybody looked: first the one, then the other.
    case 'refunded':
      return { to: 'paid', failure: null, is: 'captured' }
    case 'mismatch':
      return from.state === 'review' ? stay : { to: 'review', failure: 'mismatch', is: 'flagged' }
    // After a definite no, that the order still counts as approved is no news: the payer was told that it failed.
    case 'approved':
      return from.state === 'failed' ? stay : step(from, 'approved', null, 'approved')
    case 'pending':
      return step(from, 'pending', null, 'pending')
    case 'declined':
      return { to: 'redirected', failure: 'declined', is: 'declined' }
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

const isProvidersWord = ({ kind }: Finding) =>
  !['unknown', 'cancelled', 'resumed', 'superseded', 'started', 'not-started'].includes(kind)

function stepOfMoney(from: Standing, finding: Finding, stay: Step): Step {
  if (finding.kind !== 'refunded' || from.state === 'reversed') return stay
  if (finding.by === 'reversal') return { to: 'reversed', failure: null, is: 'reversed' }
  if (from.state === 'refunded') return stay
  const { refundedMinor } = finding
  if (refundedMinor === null)
    return from.state === 'paid'
      ? { to: 'partially_refunded', failure: null, is: 'refunded' }
      : stay
  if (refundedMinor <= from.refundedMinor) return stay
  const to = refundedMinor >= from.amountMinor ? 'refunded' : 'partially_refunded'
  return { to, failure: null, is: 'refunded' }
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
  // What looked approved or pending is open again: the payer withdrew it, or a bank said no and another try is allowed.
  const wasTried = from.state === 'pending' || from.state === 'capturing'
  return step(from, 'redirected', wasTried ? 'declined' : from.failure, 'open')
}

const step = (
  from: Standing,
  to: State,
  failure: Failure | null,
  is: NonNullable<Step['is']>,
): Step => ({ to, failure, is: from.state === to && from.failure === failure ? null : is })

/** How a transaction is shown: fewer words than there are states. */
export type Status =
  | 'created'
  | 'waiting'
  | 'checking'
  | 'pending'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'review'

export const statusOf: Readonly<Record<State, Status>> = {
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
