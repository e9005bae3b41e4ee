import * as v from 'valibot'
import type { Cause } from '../ledger/entries.ts'
import type { Transaction } from '../ledger/transactions.ts'
import type { PaymentContext } from '../payment-context.ts'
import type { WebhookEvent } from '../providers/provider.ts'
import { recordReversal } from './provider-refunds.ts'
import { recordReportedRefund } from './refunds.ts'

/** When a webhook came first; absent in rows of before. */
const at = v.optional(v.string())
const reportedSchema = v.union([
  v.object({
    key: v.string(),
    providerId: v.nullable(v.string()),
    amountMinor: v.optional(v.number()),
    at,
  }),
  v.object({
    reversal: v.object({
      id: v.string(),
      amount: v.nullable(v.object({ minor: v.number(), currency: v.string() })),
    }),
    at,
  }),
])

/** A refund as a webhook names it, by our key, the provider's id, or both; or a reversal. */
type ReportedRefund = v.InferOutput<typeof reportedSchema>

/** What a webhook reports; null if it is neither a refund nor a reversal. */
export function reportedBy({ refund, reversal }: WebhookEvent): ReportedRefund | null {
  return reversal === null ? refund : { reversal }
}

/** Stores that a webhook has reported a refund, until the provider has been asked about it, or a
 *  reversal, until it is booked. */
export const storeReportedRefund = (
  { db, now }: PaymentContext,
  id: string,
  reported: ReportedRefund,
) =>
  db
    .prepare(
      `UPDATE payment_transactions
       SET reported_refunds = json_insert(reported_refunds, '$[#]', json_set(?2, '$.at', ?3))
       WHERE id = ?1 AND NOT EXISTS (
         SELECT 1 FROM json_each(reported_refunds) WHERE json_remove(value, '$.at') = ?2)`,
    )
    .bind(id, JSON.stringify(v.parse(reportedSchema, reported)), now().toISOString())

/** Records what webhooks have reported: reversals, which their signature proves, and refunds of a
 *  paid transaction, about which the provider is asked. What the provider does not answer, or
 *  cannot be booked yet, stays for the next check. Cost: one call of the provider for each refund.
 */
export async function recordReportedRefunds(
  context: PaymentContext,
  row: Transaction,
  cause: Cause,
) {
  for (const reported of v.parse(v.array(reportedSchema), JSON.parse(row.reported_refunds))) {
    if (!(await record(context, row, reported, cause))) continue
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

/** Returns whether it is finished. */
async function record(
  context: PaymentContext,
  row: Transaction,
  reported: ReportedRefund,
  cause: Cause,
): Promise<boolean> {
  if ('reversal' in reported) return recordReversal(context, row, reported.reversal, cause)
  return row.paid_at !== null && recordReportedRefund(context, row, reported, cause)
}
