import type { Database } from '../../database.ts'
import { offerOf } from '../ledger/transactions.ts'

/** The purchase that replaced the plan of a payment; null if there is none, and after that purchase
 *  was refunded. `at`: when it was paid. Cost: one read. */
export async function replacementOf(db: Database, transactionId: string) {
  const row = await db
    .prepare(
      `SELECT plan, paid_at FROM payment_transactions
       WHERE upgrade_from = ? AND upgrade_until IS NOT NULL
         AND state NOT IN ('refunded', 'reversed')`,
    )
    .bind(transactionId)
    .first<{ plan: string; paid_at: string }>()
  if (!row) return null
  const { slug, name } = offerOf(row)
  return { plan: { slug, name }, at: row.paid_at }
}
