import type { PreparedStatement } from '../../database.ts'
import type { PaymentContext } from '../payment-context.ts'
import { nextCheckAt } from './polling-schedule.ts'
import { endedUnpaidStates, type Finding, type Step } from './state.ts'
import type { Transaction } from './transactions.ts'

/** Whether a look at the provider has found nothing new: the write would leave all of the row as it
 *  is but when it was looked at, and when it is again. Most looks are such. */
export function isNothingNew(
  row: Transaction,
  after: Transaction,
  finding: Finding,
  { ledgerKind, to }: Step,
): boolean {
  if (ledgerKind !== null || finding.kind === 'resumed') return false
  if (to === 'refunded' || to === 'reversed') return false
  if (endedUnpaidStates.includes(to) && row.is_reserved === 1) return false
  if (to === 'cancelled' && row.left_at === null) return false
  const names = Object.keys(row) as (keyof Transaction)[]
  return names.every((name) => name === 'lease_until' || row[name] === after[name])
}

/** Writes such a look, only if nobody has written the row since. No index but those of
 *  `next_check_at` is written: three rows, where the whole row is seven. */
export const noteLook = (
  context: PaymentContext,
  after: Transaction,
  finding: Finding,
  { writtenBy, now }: { writtenBy: string; now: Date },
): PreparedStatement =>
  context.db
    .prepare(
      `UPDATE payment_transactions
       SET state_version = state_version + 1, written_by = ?3, lease_until = NULL, last_error = ?4,
         last_checked_at = ?5, next_check_at = ?6
       WHERE id = ?1 AND state_version = ?2 RETURNING *`,
    )
    .bind(
      after.id,
      after.state_version,
      writtenBy,
      lastErrorOf(finding),
      now.toISOString(),
      nextCheckAt(context, after, now, finding.kind === 'unknown')?.toISOString() ?? null,
    )

/** The column `last_error`: why the provider's answer was inconclusive. */
export const lastErrorOf = (finding: Finding): string | null =>
  finding.kind === 'unknown' ? finding.because.slice(0, 100) : null
