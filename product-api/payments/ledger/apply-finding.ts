import type { PaymentContext } from '../payment-context.ts'
import type { Cause } from './entries.ts'
import { stepOf, type Finding } from './state.ts'
import { snapshotOf, transactionBy, type Transaction } from './transactions.ts'
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
    const written = await writeStep(context, row, { finding, step, cause })
    if (written) return written
  }
  throw new Error(`Transaction ${id} was written by other callers five times`)
}
