import { failed, ok, type Result } from '../../../domain/result.ts'
import { newDocumentId } from '../../document-id.ts'
import type { PreparedStatement } from '../../database.ts'
import { insertLedgerEntry } from '../ledger/entries.ts'
import { settle } from '../ledger/settle.ts'
import { transactionBy, type Transaction } from '../ledger/transactions.ts'
import type { PaymentContext } from '../payment-context.ts'
import { endSubscription, grantSubscription } from '../subscriptions/grant-subscription.ts'
import { acknowledge } from './acknowledgements.ts'
import { queueReturn } from './payment-returns.ts'
import { reasonText } from './reason.ts'

// What an operator does about a discrepancy that no provider's answer mends by itself. Every
// correction is a ledger entry with its reason.

/** - not-found: there is no such transaction or member.
 *  - no-reason: the reason is empty.
 *  - nothing-to-do: the books are as the correction would make them. */
export type CorrectionError = 'not-found' | 'no-reason' | 'nothing-to-do'
export type Corrected = Result<Transaction, CorrectionError>

export type Correction =
  | ('write-off' | 'match-received' | 'end-plan' | 'grant-plan')
  | ('correct-ledger' | 'resend-refund')

/** Corrects the books of a transaction:
 *  - write-off: books what is left as taken back; for a payment that the provider does not have.
 *  - match-received: the provider's report has another amount: books what is missing as taken back,
 *    or returns what is too much.
 *  - end-plan, grant-plan: ends or grants the subscription as the payment's state wants it.
 *  - correct-ledger: adds the entry by which the ledger differs from the row.
 *  - resend-refund: queues a refund again that is done here and not at the provider. */
export async function correctPayment(
  context: PaymentContext,
  id: string,
  correction: Correction,
  givenReason: string,
): Promise<Corrected> {
  const reason = reasonText(givenReason)
  if (reason === null) return failed('no-reason')
  const row = await transactionBy(context.db, 'id', id)
  if (!row) return failed('not-found')
  switch (correction) {
    case 'write-off':
      return writeOff(context, row, reason)
    case 'match-received':
      return matchReceived(context, row, reason)
    case 'end-plan':
      return endPlan(context, row, reason)
    case 'grant-plan':
      return grantPlan(context, row, reason)
    case 'correct-ledger':
      return correctLedger(context, row, reason)
    case 'resend-refund':
      return resendRefund(context, row, reason)
  }
}

/** Asks the provider about a payment and books its answer. Null for an unknown id. */
export const askProvider = (context: PaymentContext, id: string): Promise<Transaction | null> =>
  settle(context, id, 'operator')

async function writeOff(
  context: PaymentContext,
  row: Transaction,
  reason: string,
): Promise<Corrected> {
  if (!row.paid_at || row.refunded_minor >= row.amount_minor) return failed('nothing-to-do')
  await entryOf(context, row, 'written off', reason).run()
  const written = await settle(context, row.id, 'operator', {
    kind: 'refunded',
    captureId: row.provider_capture_id ?? '',
    refundedMinor: row.amount_minor,
    by: 'reversal',
  })
  return ok(written ?? row)
}

async function matchReceived(
  context: PaymentContext,
  row: Transaction,
  reason: string,
): Promise<Corrected> {
  const listed = await context.db
    .prepare(
      `SELECT amount_minor FROM settlement_entries
       WHERE provider = ?1 AND transaction_id = ?2 AND provider_id = ?3 AND kind = 'payment'
         AND currency = ?4`,
    )
    .bind(row.provider, row.id, row.provider_capture_id, row.currency)
    .first<{ amount_minor: number }>()
  const excessMinor = listed ? listed.amount_minor - row.amount_minor : 0
  if (!row.paid_at || excessMinor === 0) return failed('nothing-to-do')
  if (excessMinor > 0)
    await queueReturn(context, {
      ...{ provider: row.provider, paymentId: row.provider_capture_id ?? '', orderId: null },
      ...{ transactionId: row.id, currency: row.currency, amountMinor: excessMinor, reason },
    })
  else
    await settle(context, row.id, 'operator', {
      kind: 'refunded',
      captureId: row.provider_capture_id ?? '',
      refundedMinor: Math.min(row.amount_minor, row.refunded_minor - excessMinor),
      by: 'reversal',
    })
  await entryOf(context, row, 'matched to what was received', reason).run()
  await acknowledge(context, 'wrong amount', row.id, reason)
  return ok((await transactionBy(context.db, 'id', row.id)) ?? row)
}

async function endPlan(
  context: PaymentContext,
  row: Transaction,
  reason: string,
): Promise<Corrected> {
  const isPaid = row.state === 'paid' || row.state === 'partially_refunded'
  if (isPaid || !(await hasActivePlan(context, row))) return failed('nothing-to-do')
  return withWriter(context, row, (guard) => [
    ...endSubscription(context.db, row, guard),
    entryOf(context, row, 'plan ended', reason),
  ])
}

async function grantPlan(
  context: PaymentContext,
  row: Transaction,
  reason: string,
): Promise<Corrected> {
  const isPaid = row.state === 'paid' || row.state === 'partially_refunded'
  if (!isPaid || (await hasActivePlan(context, row))) return failed('nothing-to-do')
  return withWriter(context, row, (guard) => [
    grantSubscription(context.db, row, guard),
    // A subscription that was ended by hand is active again for its remaining days.
    context.db
      .prepare(
        `UPDATE user_subscriptions SET status = 'active', updated_at = ?2
         WHERE transaction_id = ?1 AND status <> 'active' AND EXISTS (
           SELECT 1 FROM payment_transactions WHERE id = ?1 AND written_by = ?3)`,
      )
      .bind(row.id, guard.at, guard.writtenBy),
    entryOf(context, row, 'plan granted', reason),
  ])
}

async function correctLedger(
  context: PaymentContext,
  row: Transaction,
  reason: string,
): Promise<Corrected> {
  const sum = await context.db
    .prepare(
      `SELECT coalesce(sum(amount_minor), 0) AS minor FROM payment_events WHERE transaction_id = ?`,
    )
    .bind(row.id)
    .first<{ minor: number }>()
  const bookedMinor = row.paid_at === null ? 0 : row.amount_minor - row.refunded_minor
  const amountMinor = bookedMinor - (sum?.minor ?? 0)
  if (amountMinor === 0) return failed('nothing-to-do')
  await entryOf(context, row, 'corrected', reason, amountMinor).run()
  return ok(row)
}

async function resendRefund(
  context: PaymentContext,
  row: Transaction,
  reason: string,
): Promise<Corrected> {
  const reopened = await context.db
    .prepare(
      `UPDATE refund_requests
       SET status = 'approved', tries = 0, refund_key = id || '-' || (tries + 1),
         is_booked = 1, provider_refund_id = NULL, next_check_at = ?2, updated_at = ?2
       WHERE id = (
         SELECT r.id FROM refund_requests r
         WHERE r.transaction_id = ?1 AND r.status = 'done' AND r.asked_by <> 'provider'
           AND NOT EXISTS (
             SELECT 1 FROM settlement_entries e
             WHERE e.transaction_id = ?1 AND e.kind = 'refund'
               AND e.provider_id = r.provider_refund_id)
         ORDER BY r.updated_at DESC LIMIT 1)
       RETURNING id`,
    )
    .bind(row.id, context.now().toISOString())
    .first()
  if (!reopened) return failed('nothing-to-do')
  await entryOf(context, row, 'refund sent again', reason).run()
  return ok(row)
}

/** Brings a member's credit, which is below zero, back to zero. Returns the added amount in minor
 *  units. */
export async function clearNegativeCredit(
  { db, now }: PaymentContext,
  userId: number,
  currency: string,
): Promise<Result<number, CorrectionError>> {
  const added = await db
    .prepare(
      `INSERT INTO referral_transactions (
         document_id, user_id, kind, amount_minor, currency, created_at)
       SELECT ?3, user_id, 'returned', -sum(amount_minor), currency, ?4
       FROM referral_transactions WHERE user_id = ?1 AND currency = ?2
       GROUP BY user_id, currency HAVING sum(amount_minor) < 0 RETURNING amount_minor`,
    )
    .bind(userId, currency, newDocumentId(), now().toISOString())
    .first<{ amount_minor: number }>()
  return added ? ok(added.amount_minor) : failed('nothing-to-do')
}

const hasActivePlan = async ({ db }: PaymentContext, { id }: Transaction) =>
  (await db
    .prepare(`SELECT 1 FROM user_subscriptions WHERE transaction_id = ? AND status = 'active'`)
    .bind(id)
    .first()) !== null

/** Writes statements that take effect only for the row's last writer, in one transaction. */
async function withWriter(
  { db, now }: PaymentContext,
  row: Transaction,
  statements: (guard: { writtenBy: string; at: string }) => PreparedStatement[],
): Promise<Corrected> {
  const guard = { writtenBy: crypto.randomUUID(), at: now().toISOString() }
  const [claimed] = await db.batch<Transaction>([
    db
      .prepare(
        `UPDATE payment_transactions SET written_by = ?3, state_version = state_version + 1
         WHERE id = ?1 AND state_version = ?2 RETURNING *`,
      )
      .bind(row.id, row.state_version, guard.writtenBy),
    ...statements(guard),
  ])
  const [written] = claimed?.results ?? []
  return written ? ok(written) : failed('nothing-to-do')
}

const entryOf = (
  { db, now }: PaymentContext,
  row: Transaction,
  kind: string,
  reason: string,
  amountMinor = 0,
) =>
  insertLedgerEntry(db, {
    ...{ transactionId: row.id, provider: row.provider, kind, cause: 'operator', amountMinor },
    currency: row.currency,
    detail: reason,
    at: now(),
  })
