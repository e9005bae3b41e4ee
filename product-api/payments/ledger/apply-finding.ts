import type { PaymentContext } from '../payment-context.ts'
import type { Cause } from './entries.ts'
import { stepOf, type Finding } from './state.ts'
import { standingOf, transactionBy, type Transaction } from './transactions.ts'
import { writeStep } from './write-step.ts'

const maxRounds = 5

/** Writes what a finding makes of a transaction, whatever state it has reached meanwhile. Unlike
 *  `settle` it never asks the provider. Errors: throws after losing five races. */
export async function applyFinding(
  context: PaymentContext,
  id: string,
  cause: Cause,
  finding: Finding,
): Promise<Transaction> {
  for (let round = 0; round < maxRounds; round += 1) {
    const row = await transactionBy(context.db, 'id', id)
    if (!row) break
    const step = stepOf(standingOf(row, context.now()), finding)
    const written = await writeStep(context, row, { finding, step, cause })
    if (written) return written
  }
  throw new Error(`Transaction ${id} is written by too many at once`)
}
