import type { PaymentContext } from '../payment-context.ts'
import type { Cause } from './entries.ts'
import { isWithinLimits } from './limits.ts'
import { stepOf, type Finding } from './state.ts'
import { isResumable, snapshotOf, transactionBy, type Transaction } from './transactions.ts'
import { writeStep } from './write-step.ts'

const maxRounds = 5

/** Applies a finding to a transaction in its current state. Unlike `settle` it never asks the
 *  provider. Errors: throws if other callers write the row five times in between. */
export async function applyFinding(
  context: PaymentContext,
  id: string,
  cause: Cause,
  finding: Finding,
): Promise<Transaction> {
  for (let round = 0; round < maxRounds; round += 1) {
    const row = await transactionBy(context.db, 'id', id)
    if (!row) break
    const step = stepOf(snapshotOf(row, context.now()), finding)
    // Another caller may hold the row's lease, which a write would end.
    if (isPayerRequest(finding) && step.ledgerKind === null && step.failure === row.failure)
      return row
    // Its coupon or credit was used since: a new order shows the price of today.
    if (finding.kind === 'resumed' && !(isResumable(row) && (await isWithinLimits(context, row))))
      return row
    const written = await writeStep(context, row, { finding, step, cause })
    if (written) return written
  }
  throw new Error(`Transaction ${id} was written by other callers five times`)
}

/** Whether the finding is the payer's request, which changes nothing in most states. */
const isPayerRequest = ({ kind }: Finding) =>
  kind === 'cancelled' || kind === 'resumed' || kind === 'superseded'

/** Records that the payer has left a payment: no approval of it is captured any more, and money
 *  that arrives is given back. Returns the row; unchanged if it is paid or under review. */
export async function leavePayment(
  context: PaymentContext,
  id: string,
  cause: Cause,
): Promise<Transaction> {
  // A payment that is being captured at this moment cannot be cancelled, only given back.
  await context.db
    .prepare(
      `UPDATE payment_transactions SET left_at = coalesce(left_at, ?2)
       WHERE id = ?1 AND paid_at IS NULL AND state <> 'review'`,
    )
    .bind(id, context.now().toISOString())
    .run()
  return applyFinding(context, id, cause, { kind: 'cancelled' })
}
