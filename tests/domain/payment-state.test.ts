import { describe, expect, it } from 'vitest'
import {
  endedUnpaidStates,
  capturedStates,
  states,
  statusOf,
  stepOf,
  undecidedStates,
  type Finding,
  type TransactionSnapshot,
  type State,
} from '../../product-api/payments/ledger/state.ts'

const standing = (state: State, more: Partial<TransactionSnapshot> = {}): TransactionSnapshot => ({
  state,
  failure: state === 'cancelled' || state === 'expired' ? state : null,
  amountMinor: 49_900,
  refundedMinor: 0,
  isStarted: state !== 'created',
  isExpired: false,
  hasReturned: false,
  isLeft: false,
  ...more,
})

const findings = {
  started: {
    kind: 'started',
    orderId: 'o',
    reference: null,
    redirectUrl: 'https://x',
    expiresAt: null,
  },
  'not-started': { kind: 'not-started', failure: 'not-started' },
  cancelled: { kind: 'cancelled' },
  resumed: { kind: 'resumed' },
  unknown: { kind: 'unknown', because: 'too slow' },
  open: { kind: 'open', isTrying: false },
  approved: { kind: 'approved' },
  declined: { kind: 'declined' },
  pending: { kind: 'pending', because: 'ECHECK' },
  paid: { kind: 'paid', captureId: 'c', reference: null },
  refunded: { kind: 'refunded', captureId: 'c', refundedMinor: 49_900, by: 'refund' },
  part: { kind: 'refunded', captureId: 'c', refundedMinor: 100, by: 'refund' },
  'some part': { kind: 'refunded', captureId: 'c', refundedMinor: null, by: 'refund' },
  reversed: { kind: 'refunded', captureId: 'c', refundedMinor: 49_900, by: 'reversal' },
  failed: { kind: 'failed', failure: 'declined' },
  superseded: { kind: 'superseded' },
  gone: { kind: 'gone' },
  mismatch: { kind: 'mismatch', what: 'amount' },
} as const satisfies Record<string, Finding>

type Name = keyof typeof findings
const names = Object.keys(findings) as Name[]

/** The whole table: from every state, what every finding leads to; '.' stays. */
const table: Record<State, Partial<Record<Name, State>>> = {
  created: {
    ...{ started: 'redirected', 'not-started': 'failed', cancelled: 'cancelled' },
    ...{ approved: 'approved', declined: 'redirected', pending: 'pending', paid: 'paid' },
    ...{ refunded: 'paid', part: 'paid', 'some part': 'paid', reversed: 'paid', failed: 'failed' },
    ...{ superseded: 'cancelled', gone: 'failed', mismatch: 'review' },
  },
  redirected: {
    ...{ cancelled: 'cancelled', approved: 'approved', pending: 'pending', paid: 'paid' },
    ...{ refunded: 'paid', part: 'paid', 'some part': 'paid', reversed: 'paid', failed: 'failed' },
    ...{ superseded: 'cancelled', gone: 'expired', mismatch: 'review' },
  },
  approved: {
    ...{ open: 'redirected', declined: 'redirected', pending: 'pending', paid: 'paid' },
    ...{ refunded: 'paid', part: 'paid', 'some part': 'paid', reversed: 'paid', failed: 'failed' },
    ...{ cancelled: 'cancelled', superseded: 'cancelled', gone: 'expired', mismatch: 'review' },
  },
  capturing: {
    ...{ open: 'redirected', approved: 'approved', declined: 'redirected', pending: 'pending' },
    ...{ paid: 'paid', refunded: 'paid', part: 'paid', 'some part': 'paid', reversed: 'paid' },
    ...{ failed: 'failed', superseded: 'cancelled', gone: 'expired', mismatch: 'review' },
  },
  pending: {
    ...{ open: 'redirected', approved: 'approved', declined: 'redirected', paid: 'paid' },
    ...{ refunded: 'paid', part: 'paid', 'some part': 'paid', reversed: 'paid', failed: 'failed' },
    ...{ superseded: 'cancelled', gone: 'expired', mismatch: 'review' },
  },
  failed: {
    ...{ declined: 'redirected', pending: 'pending', paid: 'paid' },
    ...{ refunded: 'paid', part: 'paid', 'some part': 'paid', reversed: 'paid' },
    ...{ superseded: 'cancelled', mismatch: 'review' },
  },
  cancelled: {
    ...{ resumed: 'redirected', declined: 'redirected', pending: 'pending' },
    ...{ paid: 'paid', refunded: 'paid', part: 'paid', 'some part': 'paid', reversed: 'paid' },
    ...{ failed: 'failed', mismatch: 'review' },
  },
  expired: {
    ...{ approved: 'approved', declined: 'redirected', pending: 'pending', paid: 'paid' },
    ...{ refunded: 'paid', part: 'paid', 'some part': 'paid', reversed: 'paid', failed: 'failed' },
    ...{ superseded: 'cancelled', mismatch: 'review' },
  },
  paid: { refunded: 'refunded', part: 'partially_refunded', reversed: 'reversed' },
  partially_refunded: { refunded: 'refunded', reversed: 'reversed' },
  refunded: { reversed: 'reversed' },
  reversed: {},
  review: {},
}

describe('the state machine of a payment', () => {
  it.each(states)('leads from %s where the table says and nowhere else', (from) => {
    const led = Object.fromEntries(
      names.flatMap((name) => {
        const { to } = stepOf(standing(from), findings[name])
        return to === from ? [] : [[name, to]]
      }),
    )
    expect(led).toEqual(table[from])
  })

  it('captures no approval of a payment that its payer has left', () => {
    for (const from of states)
      for (const failure of [null, 'cancelled', 'unconfirmed', 'left', 'superseded'] as const)
        expect(['approved', 'capturing']).not.toContain(
          stepOf(standing(from, { isLeft: true, failure }), findings.approved).to,
        )
    expect(stepOf(standing('approved', { isLeft: true }), findings.approved)).toEqual({
      ...{ to: 'cancelled', failure: 'left', ledgerKind: 'ended' },
    })
  })

  it('cannot be resumed until the provider says that nothing was approved', () => {
    const { to, failure } = stepOf(standing('redirected'), findings.cancelled)
    expect([to, failure]).toEqual(['cancelled', 'unconfirmed'])
    const unconfirmed = standing('cancelled', { failure, isLeft: true })
    expect(stepOf(unconfirmed, findings.resumed).to).toBe('cancelled')
    expect(stepOf(unconfirmed, findings.open).failure).toBe('cancelled')
    expect(stepOf(unconfirmed, findings.approved).failure).toBe('left')
    expect(stepOf(unconfirmed, findings.unknown).failure).toBe('unconfirmed')
  })

  it('overrides every state by a proof of payment, and that only by a refund', () => {
    for (const from of [...undecidedStates, ...endedUnpaidStates])
      expect(stepOf(standing(from), findings.paid)).toEqual({
        to: 'paid',
        failure: null,
        ledgerKind: 'captured',
      })
    for (const from of capturedStates)
      for (const name of names)
        expect(capturedStates).toContain(stepOf(standing(from), findings[name]).to)
  })

  it('never captures twice', () => {
    for (const from of [...capturedStates, 'review' as const])
      for (const name of names)
        expect(stepOf(standing(from), findings[name]).ledgerKind).not.toBe('captured')
  })

  it('changes nothing on an unknown finding', () => {
    for (const from of states)
      expect(stepOf(standing(from), findings.unknown)).toMatchObject({ to: from, ledgerKind: null })
  })

  it('ends a flagged order that the payer has replaced, once the operator has asked', () => {
    for (const kind of ['superseded', 'over-limit'] as const)
      expect(stepOf(standing('review'), { kind }, true)).toEqual({
        ...{ to: 'cancelled', failure: kind, ledgerKind: 'ended' },
      })
  })

  it('keeps a mismatch in review until the operator resolves it by the provider’s answer', () => {
    for (const name of names)
      expect(stepOf(standing('review'), findings[name]).ledgerKind).toBeNull()
    expect(stepOf(standing('review'), findings.paid, true).to).toBe('paid')
    for (const name of ['mismatch', 'unknown', 'cancelled', 'resumed'] as const)
      expect(stepOf(standing('review'), findings[name], true)).toMatchObject({
        to: 'review',
        ledgerKind: null,
      })
  })

  it('never lowers the refunded amount', () => {
    const half = standing('partially_refunded', { refundedMinor: 100 })
    expect(stepOf(half, findings.part).ledgerKind).toBeNull()
    expect(stepOf(half, { ...findings.part, refundedMinor: 50 }).ledgerKind).toBeNull()
    expect(stepOf(half, { ...findings.part, refundedMinor: 200 })).toMatchObject({
      ...{ to: 'partially_refunded', ledgerKind: 'refunded' },
    })
  })

  it('ends an open order at its expiry; one without a provider’s page has failed to start', () => {
    expect(stepOf(standing('redirected', { isExpired: true }), findings.open)).toEqual({
      ...{ to: 'expired', failure: 'expired', ledgerKind: 'ended' },
    })
    expect(stepOf(standing('created', { isExpired: true }), findings.open)).toMatchObject({
      ...{ to: 'failed', failure: 'not-started' },
    })
    expect(stepOf(standing('redirected'), findings.open).ledgerKind).toBeNull()
  })

  it('counts a returned payer as pending where the provider lists no attempts', () => {
    const trying = { kind: 'open', isTrying: true } as const
    expect(stepOf(standing('redirected', { hasReturned: true }), trying).to).toBe('pending')
    expect(stepOf(standing('redirected'), trying).to).toBe('redirected')
  })

  it('reopens the order with the reason when a pending attempt is declined', () => {
    expect(stepOf(standing('pending'), findings.open)).toEqual({
      ...{ to: 'redirected', failure: 'declined', ledgerKind: 'open' },
    })
  })

  it('has a status for every state', () => {
    expect(Object.keys(statusOf).sort()).toEqual([...states].sort())
    expect(
      new Set([...undecidedStates, ...endedUnpaidStates, ...capturedStates, 'review']),
    ).toEqual(new Set(states))
  })
})
