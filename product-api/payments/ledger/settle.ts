import { providerOf, type PaymentContext } from '../payment-context.ts'
import { alertOperator, insertLedgerEntry, type Cause } from './entries.ts'
import { takeCredit } from './credit.ts'
import { isCapturableSql, isWithinLimits } from './limits.ts'
import { leaseMs } from './polling-schedule.ts'
import { capturedStates, stepOf, type Finding } from './state.ts'
import {
  firstCaptureKey,
  isLeased,
  isResumable,
  snapshotOf,
  transactionBy,
  type Transaction,
} from './transactions.ts'
import { writeStep } from './write-step.ts'

/** How often a caller tries again after another caller has written the row. */
const maxRounds = 4

/** Asks the provider about a transaction and writes the result: the one way to settle a payment,
 *  for returns, status pages, webhooks, the cron trigger and the operator. Safe for any number of
 *  concurrent callers. `knownFinding`: a proved finding, with which the provider is not asked.
 *  Returns the row; null for an unknown id. Errors: those of the database only. Cost: one or two
 *  calls to the provider; none if the state can no longer change. */
export async function settle(
  context: PaymentContext,
  id: string,
  cause: Cause,
  knownFinding: Finding | null = null,
): Promise<Transaction | null> {
  let isRefundPending = false
  for (let round = 0; round < maxRounds; round += 1) {
    const row = await transactionBy(context.db, 'id', id)
    if (!row || !(isRefundPending || shouldAskProvider(row, cause, context.now()))) return row
    const { claimed, finding } = knownFinding
      ? { claimed: row, finding: knownFinding }
      : await fetchFinding(context, row, cause)
    const step = stepOf(snapshotOf(claimed, context.now()), finding, cause === 'operator')
    const written = await writeStep(context, claimed, { finding, step, cause })
    if (!written) continue
    alertIfNeeded(context, row, written, finding)
    // Paid and refunded before the first check: the next round writes the refund.
    isRefundPending = finding.kind === 'refunded' && step.ledgerKind === 'captured'
    if (!isRefundPending) return written
  }
  return transactionBy(context.db, 'id', id)
}

function shouldAskProvider(row: Transaction, cause: Cause, now: Date): boolean {
  if (row.state === 'refunded' || row.state === 'reversed') return false
  if (row.state === 'review') return cause === 'operator'
  // A paid transaction changes only by a refund, so reloads of the page cause no call.
  if (capturedStates.includes(row.state) && !['webhook', 'clock', 'operator'].includes(cause))
    return false
  // While another caller captures or creates the order, this one does not ask.
  return !isLeased(row, now)
}

/** Asks the provider, and captures an approved order if this caller can claim it. */
async function fetchFinding(
  context: PaymentContext,
  row: Transaction,
  cause: Cause,
): Promise<{ claimed: Transaction; finding: Finding }> {
  const provider = providerOf(context, row)
  // The provider has no order yet.
  if (row.state === 'created' && row.redirect_url === null)
    return { claimed: row, finding: { kind: 'open', isTrying: false } }
  const finding = await provider.fetchOrder(context, row)
  const mayCapture = row.state !== 'failed' && !capturedStates.includes(row.state)
  if (finding.kind !== 'approved' || !mayCapture) return { claimed: row, finding }
  // Only a return repeats a declined capture: the payer may have chosen another card. The page,
  // webhooks, the cron trigger and the operator would charge the declined card again, without the
  // payer.
  if (wasDeclined(row) && cause !== 'return')
    return {
      claimed: row,
      finding: row.state === 'review' ? { kind: 'declined' } : { kind: 'open', isTrying: false },
    }
  const claimed = await claimCapture(context, row, cause)
  if (claimed) return { claimed, finding: await provider.captureOrder(context, claimed) }
  return { claimed: row, finding: (await whyNotCaptured(context, row, cause)) ?? finding }
}

/** Whether the last capture was declined. A flagged payment says it by its key, which a decline
 *  replaces. */
const wasDeclined = ({ id, state, failure, idem_capture }: Transaction) =>
  failure === 'declined' || (state === 'review' && idem_capture !== firstCaptureKey(id))

/** Why an approved order that its payer wants is not captured, if that is final. */
async function whyNotCaptured(
  context: PaymentContext,
  row: Transaction,
  cause: Cause,
): Promise<Finding | null> {
  if (row.left_at !== null && !resumes(row, cause)) return null
  if (await isSuperseded(context, row)) return { kind: 'superseded' }
  return (await isWithinLimits(context, row)) ? null : { kind: 'over-limit' }
}

/** A return from the provider resumes a payment that was approved after it was left. */
const resumes = (row: Transaction, cause: Cause) => cause === 'return' && isResumable(row)

/** Claims the right to capture for a minute. Returns the claimed row; null while another caller
 *  holds the claim, while another payment for the same plan is captured, pending or under review,
 *  if one was paid after this one began (the payer started again), if the payer has left this one,
 *  if its coupon or credit was used since, and if the payer's account was erased. A return from the
 *  provider resumes a payment that was approved after it was left. Cost: one batch. */
async function claimCapture(
  context: PaymentContext,
  row: Transaction,
  cause: Cause,
): Promise<Transaction | null> {
  const now = context.now()
  const writtenBy = crypto.randomUUID()
  const [claimed] = await context.db.batch<Transaction>([
    context.db
      .prepare(
        `UPDATE payment_transactions AS t
         SET state = 'capturing', left_at = NULL, is_reserved = 1, lease_until = ?3,
           next_check_at = ?3,
           state_version = state_version + 1, written_by = ?4, updated_at = ?5
         WHERE id = ?1 AND state_version = ?2 AND user_id IS NOT NULL AND (left_at IS NULL OR ?6)
           AND ${isCapturableSql('?5')} AND NOT EXISTS (
           SELECT 1 FROM payment_transactions o
           WHERE o.user_id = t.user_id AND o.plan_id = t.plan_id AND o.id <> t.id
             AND (o.state IN ('capturing', 'pending', 'review') OR o.paid_at >= t.created_at))
         RETURNING *`,
      )
      .bind(
        row.id,
        row.state_version,
        new Date(now.getTime() + leaseMs).toISOString(),
        writtenBy,
        now.toISOString(),
        resumes(row, cause) ? 1 : 0,
      ),
    ...takeCredit(context.db, row, { writtenBy, at: now.toISOString() }),
    insertLedgerEntry(
      context.db,
      {
        transactionId: row.id,
        provider: row.provider,
        kind: 'claimed',
        cause,
        from: row.state,
        to: 'capturing',
        currency: row.currency,
        at: now,
      },
      { writtenBy },
    ),
  ])
  const capturing = claimed?.results[0] ?? null
  if (capturing) context.tellClock?.(capturing)
  return capturing
}

async function isSuperseded(context: PaymentContext, row: Transaction): Promise<boolean> {
  const other = await context.db
    .prepare(
      `SELECT 1 FROM payment_transactions
       WHERE user_id = ? AND plan_id = ? AND id <> ? AND paid_at >= ? LIMIT 1`,
    )
    .bind(row.user_id, row.plan_id, row.id, row.created_at)
    .first()
  return other !== null
}

/** Alerts the operator to findings that only a person can resolve. */
function alertIfNeeded(
  context: PaymentContext,
  before: Transaction,
  after: Transaction,
  finding: Finding,
) {
  const about = { transaction: after.id, provider: after.provider, state: after.state }
  if (finding.kind === 'mismatch') alertOperator('mismatch', { ...about, what: finding.what })
  if (finding.kind === 'unknown' && /^status 40[13]|^UNAUTH|PERMISSION/.test(finding.because))
    alertOperator('credentials refused', { ...about, because: finding.because })
  if (finding.kind === 'pending') {
    const action = providerOf(context, after).operatorActionFor(finding.because)
    if (action !== null) alertOperator(action, about)
  }
  if (before.state !== 'paid' && after.state === 'paid' && after.user_id === null)
    alertOperator('paid by a deleted account', about)
}
