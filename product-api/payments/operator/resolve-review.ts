import { failed, ok, type Result } from '../../../domain/result.ts'
import { insertLedgerEntry } from '../ledger/entries.ts'
import { settle } from '../ledger/settle.ts'
import type { Finding, ReceivedMoney } from '../ledger/state.ts'
import { transactionBy, type Transaction } from '../ledger/transactions.ts'
import { providerOf, type PaymentContext } from '../payment-context.ts'
import { queueReturn } from './payment-returns.ts'
import { queueRefund } from './queue-refund.ts'
import { reasonText } from './reason.ts'

/** Why a flagged payment is not resolved.
 *  - not-in-review: it is not flagged (any more).
 *  - no-reason: the reason is empty.
 *  - no-answer: the provider did not answer; nothing has changed.
 *  - not-received: no money was captured, so there is none to accept or refund; decline it.
 *  - not-ours: another currency, order or payee; it cannot be accepted, only refunded or declined.
 *  - money-received: the money is in the account; accept or refund it.
 *  - changed: another caller has changed it meanwhile. */
export type ReviewError =
  | ('not-in-review' | 'no-reason' | 'no-answer' | 'not-received' | 'not-ours')
  | ('money-received' | 'changed')

export type ReviewDecision = 'accept' | 'refund' | 'decline'

/** Resolves a payment that is flagged for review. The provider is asked first, so the books have
 *  what was really captured.
 *  - accept: books the received amount, which may differ from the order's, and grants the plan.
 *  - refund: books it and queues its refund; money that is not ours to book is returned.
 *  - decline: ends the attempt unpaid.
 *  Afterwards the payer can pay for the plan again. Cost: one call to the provider. */
export async function resolveReview(
  context: PaymentContext,
  id: string,
  decision: ReviewDecision,
  givenReason: string,
): Promise<Result<Transaction, ReviewError>> {
  const reason = reasonText(givenReason)
  if (reason === null) return failed('no-reason')
  const row = await transactionBy(context.db, 'id', id)
  if (row?.state !== 'review') return failed('not-in-review')
  const finding = await providerOf(context, row).fetchOrder(context, row)
  if (finding.kind === 'unknown') return failed('no-answer')
  const received = receivedMoney(row, finding)
  const isOurs = received?.currency === row.currency && !isForeign(finding)
  const resolved = await decide(context, row, { decision, reason, received, isOurs })
  if (!resolved.ok) return resolved
  await recordDecision(context, resolved.value, decision, reason)
  return resolved
}

type Case = {
  decision: ReviewDecision
  reason: string
  received: ReceivedMoney | null
  isOurs: boolean
}

async function decide(
  context: PaymentContext,
  row: Transaction,
  { decision, reason, received, isOurs }: Case,
): Promise<Result<Transaction, ReviewError>> {
  const leftMinor = received === null ? 0 : received.amountMinor - received.refundedMinor
  switch (decision) {
    case 'accept':
      if (!received) return failed('not-received')
      return isOurs ? book(context, row, received) : failed('not-ours')
    case 'refund': {
      if (!received) return failed('not-received')
      if (!isOurs) {
        if (leftMinor > 0) await queueReturn(context, returnOf(row, received, leftMinor, reason))
        return end(context, row)
      }
      const booked = await book(context, row, received)
      if (booked.ok && booked.value.state !== 'refunded')
        await queueRefund(context, booked.value.id, { amountMinor: null, reason })
      return booked
    }
    case 'decline':
      return isOurs && leftMinor > 0 ? failed('money-received') : end(context, row)
  }
}

/** The money that the provider has for the order; null if it has captured none. */
function receivedMoney(row: Transaction, finding: Finding): ReceivedMoney | null {
  if (finding.kind === 'mismatch') return finding.received ?? null
  if (finding.kind !== 'paid' && finding.kind !== 'refunded') return null
  return {
    captureId: finding.captureId,
    amountMinor: row.amount_minor,
    currency: row.currency,
    refundedMinor: finding.kind === 'refunded' ? (finding.refundedMinor ?? 0) : 0,
    payerCountry: finding.payerCountry ?? null,
  }
}

/** Whether the order or its payee is somebody else's. */
const isForeign = (finding: Finding) =>
  finding.kind === 'mismatch' && !['amount', 'currency', 'invoice'].includes(finding.what)

const returnOf = (
  row: Transaction,
  { captureId, currency }: ReceivedMoney,
  amountMinor: number,
  reason: string,
) => ({
  ...{ provider: row.provider, paymentId: captureId, orderId: row.provider_order_id },
  ...{ transactionId: row.id, currency, amountMinor, reason },
})

/** Books the received amount: as the payment's, with what was given back of it since. */
async function book(
  context: PaymentContext,
  row: Transaction,
  { captureId, amountMinor, refundedMinor, payerCountry = null }: ReceivedMoney,
): Promise<Result<Transaction, ReviewError>> {
  if (amountMinor !== row.amount_minor) {
    const changed = await context.db
      .prepare(
        `UPDATE payment_transactions SET amount_minor = ?3, lines = ?4
         WHERE id = ?1 AND state_version = ?2 AND state = 'review' RETURNING id`,
      )
      .bind(
        row.id,
        row.state_version,
        amountMinor,
        JSON.stringify([{ kind: 'price', amountMinor }]),
      )
      .first()
    if (!changed) return failed('changed')
  }
  const finding: Finding =
    refundedMinor > 0
      ? { kind: 'refunded', captureId, refundedMinor, by: 'refund', payerCountry }
      : { kind: 'paid', captureId, reference: null, payerCountry }
  const booked = await settle(context, row.id, 'operator', finding)
  return booked && booked.state !== 'review' ? ok(booked) : failed('changed')
}

async function end(
  context: PaymentContext,
  row: Transaction,
): Promise<Result<Transaction, ReviewError>> {
  const ended = await settle(context, row.id, 'operator', { kind: 'failed', failure: 'mismatch' })
  return ended && ended.state !== 'review' ? ok(ended) : failed('changed')
}

const recordDecision = (
  { db, now }: PaymentContext,
  row: Transaction,
  decision: ReviewDecision,
  reason: string,
) =>
  insertLedgerEntry(db, {
    ...{ transactionId: row.id, provider: row.provider, kind: 'resolved', cause: 'operator' },
    from: 'review',
    to: row.state,
    currency: row.currency,
    detail: `${decision}: ${reason}`,
    at: now(),
  }).run()
