import type { Database, PreparedStatement } from '../../database.ts'
import type { PaymentContext } from '../payment-context.ts'
import {
  endReplacedPlan,
  endSubscription,
  grantSubscription,
  restoreReplacedPlan,
} from '../subscriptions/grant-subscription.ts'
import { earnReferralCredit, returnCredit, takeCredit, withdrawReferralCredit } from './credit.ts'
import { insertLedgerEntry, type Cause } from './entries.ts'
import { isReplacedKept, isReservableSql } from './limits.ts'
import { isNothingNew, lastErrorOf, noteLook } from './note-look.ts'
import { nextCheckAt } from './polling-schedule.ts'
import { requestRefundIfLeft } from '../refunds/refund-requests.ts'
import { issueCreditNote, issueInvoice } from '../tax/issue-documents.ts'
import type { Finding, Step } from './state.ts'
import { transactionBy, type Transaction } from './transactions.ts'
import type { WriteGuard } from './write-guard.ts'

type Outcome = { finding: Finding; step: Step; cause: Cause }

/** Writes a transition: state, ledger entry, receipt number, tax document, subscription and credit,
 *  in one database transaction. Returns the written row; null, with no change, if another caller
 *  has written the row since it was read. Cost: one batch; for a refund, one read more. */
export async function writeStep(
  context: PaymentContext,
  row: Transaction,
  { finding, step, cause }: Outcome,
): Promise<Transaction | null> {
  const writtenBy = crypto.randomUUID()
  const now = context.now()
  const taxDocument = await taxStatements(
    context,
    row,
    { finding, step, cause },
    {
      writtenBy,
      at: now.toISOString(),
    },
  )
  const [changed] = await context.db.batch<Transaction>([
    updateRow(context, row, { finding, step, cause }, writtenBy, now),
    ...(step.ledgerKind === null
      ? []
      : followUpStatements(context, row, { finding, step, cause }, writtenBy, now)),
    ...taxDocument,
  ])
  const after = changed?.results[0]
  if (after) context.tellClock?.(after)
  // A later statement of the batch has marked it as left.
  return after?.is_reserved === 0 && step.ledgerKind === 'captured'
    ? transactionBy(context.db, 'id', row.id)
    : (after ?? null)
}

function updateRow(
  context: PaymentContext,
  row: Transaction,
  { finding, step }: Outcome,
  writtenBy: string,
  now: Date,
): PreparedStatement {
  const at = now.toISOString()
  const after = rowAfter(row, finding, step, at)
  if (isNothingNew(row, after, finding, step))
    return noteLook(context, after, finding, { writtenBy, now })
  return context.db
    .prepare(
      `UPDATE payment_transactions AS t
       SET state = ?3,
         is_reserved = CASE
           WHEN ?3 IN ('failed', 'cancelled', 'expired') THEN 0
           WHEN ?3 IN ('refunded', 'reversed') THEN is_reserved = 1 AND left_at IS NULL
           WHEN ?19 = 'captured' AND NOT ${isReplacedKept} THEN 0
           WHEN is_reserved = 1 OR ?19 IS NULL THEN is_reserved
           ELSE ${isReservableSql('?16')} END,
         failure = iif(?19 = 'captured' AND left_at IS NOT NULL, 'cancelled', ?4),
         left_at = CASE ?20 WHEN 'leaves' THEN coalesce(left_at, ?16)
           WHEN 'resumes' THEN NULL ELSE left_at END,
         state_version = state_version + 1, written_by = ?5,
         lease_until = NULL, idem_capture = ?6, provider_order_id = ?7, provider_capture_id = ?8,
         provider_reference = ?9, redirect_url = ?10, provider_expires_at = ?11,
         refunded_minor = ?12, paid_at = ?13,
         receipt_year = coalesce(receipt_year, ?14),
         receipt_n = coalesce(receipt_n, iif(?14 IS NULL, NULL,
           (SELECT coalesce(max(receipt_n), 0) + 1 FROM payment_transactions
            WHERE receipt_year = ?14))),
         payer_country = coalesce(payer_country, ?21),
         last_error = ?15, last_checked_at = ?16, next_check_at = ?17,
         updated_at = iif(?18, ?16, updated_at)
       WHERE id = ?1 AND state_version = ?2
         AND (?20 IS NOT 'resumes' OR is_reserved = 1 OR ${isReservableSql('?16')})
       RETURNING *`,
    )
    .bind(
      row.id,
      row.state_version,
      after.state,
      after.failure,
      writtenBy,
      after.idem_capture,
      after.provider_order_id,
      after.provider_capture_id,
      after.provider_reference,
      after.redirect_url,
      after.provider_expires_at,
      after.refunded_minor,
      after.paid_at,
      step.ledgerKind === 'captured' ? yearInIndia(now) : null,
      lastErrorOf(finding),
      at,
      nextCheckAt(context, after, now, finding.kind === 'unknown')?.toISOString() ?? null,
      step.ledgerKind === null ? 0 : 1,
      step.ledgerKind,
      intentOf(finding, step),
      after.payer_country,
    )
}

/** A payment that arrives after its coupon or credit was used by another one is given back, like
 *  one that its payer has left. */
const leaveIfOverLimit = (
  db: Database,
  { id }: Transaction,
  { writtenBy, at }: WriteGuard,
): PreparedStatement =>
  db
    .prepare(
      `UPDATE payment_transactions
       SET failure = iif(left_at IS NULL, 'over-limit', failure), left_at = coalesce(left_at, ?2)
       WHERE id = ?1 AND written_by = ?3 AND is_reserved = 0`,
    )
    .bind(id, at, writtenBy)

/** What a transition says about the payer's intent. */
function intentOf({ kind }: Finding, { to }: Step): 'leaves' | 'resumes' | null {
  if (to === 'cancelled') return 'leaves'
  return kind === 'resumed' ? 'resumes' : null
}

function rowAfter(row: Transaction, finding: Finding, step: Step, at: string): Transaction {
  const after = { ...row, state: step.to, failure: step.failure, lease_until: null }
  if (step.ledgerKind === 'captured') after.paid_at = at
  after.refunded_minor = refundedAfter(row, finding, step)
  switch (finding.kind) {
    case 'started':
      after.provider_order_id = finding.orderId
      after.provider_reference = finding.reference
      after.redirect_url = finding.redirectUrl
      after.provider_expires_at = finding.expiresAt ?? row.provider_expires_at
      break
    case 'declined':
      // Under the old key the provider would repeat its old refusal.
      after.idem_capture = crypto.randomUUID()
      break
    case 'paid':
    case 'refunded':
      if (step.ledgerKind === 'captured') {
        after.provider_capture_id = finding.captureId
        after.provider_reference =
          (finding.kind === 'paid' ? finding.reference : null) ?? row.provider_reference
        after.payer_country = finding.payerCountry ?? row.payer_country
      }
      break
    case 'not-started':
    case 'cancelled':
    case 'resumed':
    case 'unknown':
    case 'open':
    case 'approved':
    case 'pending':
    case 'failed':
    case 'superseded':
    case 'over-limit':
    case 'gone':
    case 'mismatch':
      break
  }
  return after
}

function refundedAfter(row: Transaction, finding: Finding, step: Step): number {
  if (finding.kind !== 'refunded') return row.refunded_minor
  return step.ledgerKind === 'refunded' || step.ledgerKind === 'reversed'
    ? (finding.refundedMinor ?? row.refunded_minor)
    : row.refunded_minor
}

/** Receipts are numbered by the year in India (UTC+5:30). */
const yearInIndia = (now: Date) => new Date(now.getTime() + 330 * 60_000).getUTCFullYear()

function followUpStatements(
  context: PaymentContext,
  row: Transaction,
  { finding, step, cause }: Outcome,
  writtenBy: string,
  now: Date,
): PreparedStatement[] {
  const { db } = context
  const isRefund = step.ledgerKind === 'refunded' || step.ledgerKind === 'reversed'
  const refundMinor = isRefund ? refundedAfter(row, finding, step) - row.refunded_minor : 0
  const entry = insertLedgerEntry(
    db,
    {
      transactionId: row.id,
      provider: row.provider,
      kind: step.ledgerKind ?? 'seen',
      cause,
      from: row.state,
      to: step.to,
      amountMinor: step.ledgerKind === 'captured' ? row.amount_minor : -refundMinor,
      currency: row.currency,
      detail: detailOf(finding, step),
      at: now,
    },
    { writtenBy },
  )
  const guard = { writtenBy, at: now.toISOString() }
  switch (step.ledgerKind) {
    case 'captured':
      return [
        entry,
        leaveIfOverLimit(db, row, guard),
        grantSubscription(db, row, guard),
        ...endReplacedPlan(db, row, guard),
        ...takeCredit(db, row, guard),
        ...earnReferralCredit(context, row, guard),
        requestRefundIfLeft(db, row, guard),
      ]
    case 'refunded':
    case 'reversed':
      return step.to === 'partially_refunded'
        ? [entry]
        : [
            entry,
            ...endSubscription(db, row, guard),
            ...restoreReplacedPlan(db, row, guard),
            ...returnCredit(db, row, guard),
            withdrawReferralCredit(db, row, guard),
          ]
    case 'ended':
      return [
        entry,
        ...returnCredit(db, row, guard),
        ...(row.credit_minor === 0 ? [] : [withdrawReferralCredit(db, row, guard)]),
      ]
    // An undecided payment reserves its credit.
    case 'started':
    case 'resumed':
    case 'open':
    case 'approved':
    case 'declined':
    case 'pending':
    case 'flagged':
      return [entry, ...takeCredit(db, row, guard)]
    case null:
      return [entry]
  }
}

/** Issues the invoice of a captured payment, or the credit note of a refund. */
async function taxStatements(
  context: PaymentContext,
  row: Transaction,
  { finding, step }: Outcome,
  guard: WriteGuard,
): Promise<PreparedStatement[]> {
  if (step.ledgerKind === 'captured')
    return issueInvoice(context, rowAfter(row, finding, step, guard.at), guard)
  return step.ledgerKind === 'refunded' || step.ledgerKind === 'reversed'
    ? issueCreditNote(context, row, refundedAfter(row, finding, step), guard)
    : []
}

function detailOf(finding: Finding, { failure }: Step): string | null {
  switch (finding.kind) {
    case 'mismatch':
      return finding.what
    case 'pending':
      return finding.because
    case 'paid':
    case 'refunded':
      return finding.captureId
    case 'started':
      return finding.orderId
    case 'not-started':
    case 'cancelled':
    case 'resumed':
    case 'unknown':
    case 'open':
    case 'approved':
    case 'declined':
    case 'failed':
    case 'gone':
    case 'superseded':
    case 'over-limit':
      return failure
  }
}
