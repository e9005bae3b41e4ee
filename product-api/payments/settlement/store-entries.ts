import type { PaymentContext } from '../payment-context.ts'
import type { SettlementPage } from '../providers/settlement-report.ts'

/** Stores a page of a report and where the next one begins, in one transaction: a fetch that is cut
 *  off continues there. A line that is stored already is written over. Cost: one batch. */
export async function storeSettlementPage(
  { db, now }: PaymentContext,
  provider: string,
  day: string,
  { entries, nextCursor }: SettlementPage,
) {
  const at = now().toISOString()
  await db.batch([
    db
      .prepare(
        `INSERT INTO settlement_entries (
           provider, line_id, provider_id, kind, transaction_id, payment_id, order_id,
           refund_key, status,
           currency, amount_minor, fee_minor, fee_tax_minor, bank_reference, settled_on,
           occurred_at, occurred_on, report_day, next_booking_at)
         SELECT ?1, e ->> 'id', e ->> 'providerId', e ->> 'kind',
           coalesce(
             (SELECT id FROM payment_transactions WHERE id = e ->> 'ourId' AND provider = ?1),
             (SELECT id FROM payment_transactions
              WHERE provider = ?1 AND provider_capture_id = e ->> 'paymentId'),
             (SELECT transaction_id FROM refund_requests
              WHERE provider_refund_id = e ->> 'providerId'
                OR (e ->> 'kind' = 'refund' AND refund_key = e ->> 'refundKey') LIMIT 1)),
           e ->> 'paymentId', e ->> 'ourId', e ->> 'refundKey', e ->> 'status', e ->> 'currency',
           e ->> 'amountMinor', e ->> 'feeMinor', e ->> 'feeTaxMinor', e ->> 'bankReference',
           e ->> 'settledOn', e ->> 'occurredAt', e ->> 'occurredOn', ?2,
           iif(e ->> 'kind' IN ('payment', 'refund', 'reversal') AND e ->> 'status' = 'done', ?4,
             NULL)
         FROM (SELECT value AS e FROM json_each(?3)) WHERE true
         ON CONFLICT (provider, line_id) DO UPDATE SET
           kind = excluded.kind, status = excluded.status,
           transaction_id = coalesce(excluded.transaction_id, transaction_id),
           payment_id = excluded.payment_id, refund_key = excluded.refund_key,
           currency = excluded.currency, amount_minor = excluded.amount_minor,
           fee_minor = excluded.fee_minor, fee_tax_minor = excluded.fee_tax_minor,
           bank_reference = coalesce(excluded.bank_reference, bank_reference),
           settled_on = coalesce(excluded.settled_on, settled_on),
           occurred_at = excluded.occurred_at, occurred_on = excluded.occurred_on,
           report_day = excluded.report_day, next_booking_at = excluded.next_booking_at`,
      )
      .bind(provider, day, JSON.stringify(entries), at),
    db
      .prepare(
        `UPDATE settlement_days SET cursor = ?3, requests = requests + 1, error = NULL
         WHERE provider = ?1 AND day = ?2`,
      )
      .bind(provider, day, nextCursor),
    settlePayouts(db, provider, entries),
  ])
}

/** Lines without a bank reference of their own belong to the first transfer to the bank that
 *  follows them in their currency. */
const settlePayouts = (
  db: PaymentContext['db'],
  provider: string,
  entries: SettlementPage['entries'],
) =>
  db
    .prepare(
      `UPDATE settlement_entries AS s
       SET bank_reference = p.reference, settled_on = p.settled_on
       FROM (
         SELECT e ->> 'bankReference' AS reference, e ->> 'settledOn' AS settled_on,
           e ->> 'currency' AS currency, e ->> 'occurredAt' AS at
         FROM (SELECT value AS e FROM json_each(?2)) WHERE e ->> 'kind' = 'payout') p
       WHERE s.provider = ?1 AND s.kind <> 'payout' AND s.status = 'done'
         AND s.currency = p.currency AND s.bank_reference IS NULL AND s.occurred_at <= p.at
         AND p.at = (
           SELECT min(o.occurred_at) FROM settlement_entries o
           WHERE o.provider = ?1 AND o.kind = 'payout' AND o.currency = s.currency
             AND o.occurred_at >= s.occurred_at)`,
    )
    .bind(provider, JSON.stringify(entries))
