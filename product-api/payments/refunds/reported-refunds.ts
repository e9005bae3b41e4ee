import * as v from 'valibot'
import type { Cause } from '../ledger/entries.ts'
import type { Transaction } from '../ledger/transactions.ts'
import type { PaymentContext } from '../payment-context.ts'
import { recordReportedRefund } from './refunds.ts'

const reportedSchema = v.array(v.object({ key: v.string(), providerId: v.nullable(v.string()) }))

/** A refund as a webhook names it: by our key, the provider's id, or both. */
export type ReportedRefund = v.InferOutput<typeof reportedSchema>[number]

/** Stores that a webhook has reported a refund, until the provider has been asked about it. */
export const storeReportedRefund = (
  { db }: PaymentContext,
  id: string,
  { key, providerId }: ReportedRefund,
) =>
  db
    .prepare(
      `UPDATE payment_transactions
       SET reported_refunds = json_insert(reported_refunds, '$[#]', json(?2))
       WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM json_each(reported_refunds) WHERE value = ?2)`,
    )
    .bind(id, JSON.stringify({ key, providerId }))

/** Asks the provider about the refunds that webhooks have reported for a paid transaction, and
 *  records them. What the provider does not answer stays for the next check. Cost: one call of the
 *  provider for each. */
export async function recordReportedRefunds(
  context: PaymentContext,
  row: Transaction,
  cause: Cause,
) {
  if (row.paid_at === null) return
  for (const reported of v.parse(reportedSchema, JSON.parse(row.reported_refunds))) {
    if (!(await recordReportedRefund(context, row, reported, cause))) continue
    await context.db
      .prepare(
        `UPDATE payment_transactions SET reported_refunds = (
           SELECT json_group_array(json(value)) FROM json_each(reported_refunds)
           WHERE value <> ?2)
         WHERE id = ?1`,
      )
      .bind(row.id, JSON.stringify(reported))
      .run()
  }
}
