import { settle } from '../ledger/settle.ts'
import { transactionBy, type Transaction } from '../ledger/transactions.ts'
import type { PaymentContext } from '../payment-context.ts'
import { recordReversal } from '../refunds/provider-refunds.ts'
import { recordReportedRefund } from '../refunds/refunds.ts'

const maxEntries = 30
/** Afterwards the report of payments names the line, and the operator books it by a command. */
const maxTries = 10

type Entry = {
  provider: string
  line_id: string
  provider_id: string
  kind: 'payment' | 'refund' | 'reversal'
  transaction_id: string
  refund_key: string | null
  currency: string
  amount_minor: number
  booking_tries: number
}

/** Books what the reports contain and the ledger does not: refunds and reversals whose webhooks
 *  were lost, and payments that are not paid here. A refund is fetched and an order is asked about;
 *  a reversal has no other proof than the report. Returns the number of lines that were looked at.
 *  Cost: one or two calls to a provider for each line that is not booked yet, at most 30 a run. */
export async function bookSettledEntries(context: PaymentContext): Promise<number> {
  await closeBookedEntries(context)
  const due = await claimEntries(context)
  for (const entry of due) {
    const row = await transactionBy(context.db, 'id', entry.transaction_id)
    if (row) await bookEntry(context, row, entry)
  }
  if (due.length > 0) await closeBookedEntries(context)
  return due.length
}

async function bookEntry(context: PaymentContext, row: Transaction, entry: Entry) {
  const paid = row.paid_at === null ? await settle(context, row.id, 'clock') : row
  if (!paid?.paid_at) return
  switch (entry.kind) {
    case 'payment':
      return
    case 'refund':
      if (await nameRefund(context, entry)) return
      return recordReportedRefund(
        context,
        paid,
        {
          ...{ key: entry.refund_key ?? '', providerId: entry.provider_id },
          amountMinor: -entry.amount_minor,
        },
        'clock',
      )
    case 'reversal':
      return recordReversal(
        context,
        paid,
        {
          id: entry.provider_id,
          amount: { minor: -entry.amount_minor, currency: entry.currency },
        },
        'clock',
      )
  }
}

/** Gives a finished refund of this amount the provider's id, if it has none. Returns whether there
 *  was one. */
async function nameRefund({ db }: PaymentContext, entry: Entry): Promise<boolean> {
  const named = await db
    .prepare(
      `UPDATE refund_requests SET provider_refund_id = ?2
       WHERE id = (
         SELECT id FROM refund_requests
         WHERE transaction_id = ?1 AND status = 'done' AND provider_refund_id IS NULL
           AND amount_minor = ?3 ORDER BY updated_at LIMIT 1)
       RETURNING id`,
    )
    .bind(entry.transaction_id, entry.provider_id, -entry.amount_minor)
    .first()
  return named !== null
}

/** Lines that are booked, and those that belong to no payment, are not due any more. */
const closeBookedEntries = ({ db, now }: PaymentContext) =>
  db
    .prepare(
      `UPDATE settlement_entries AS e SET next_booking_at = NULL
       WHERE next_booking_at <= ?1 AND (transaction_id IS NULL OR booking_tries >= ?2
         -- Money that belonged to no payment was returned.
         OR EXISTS (
           SELECT 1 FROM payment_returns p
           WHERE p.provider = e.provider AND (p.payment_id = e.payment_id OR p.id = e.refund_key))
         OR CASE kind WHEN 'payment' THEN EXISTS (
             SELECT 1 FROM payment_transactions t
             WHERE t.id = e.transaction_id AND (t.paid_at IS NOT NULL OR t.state = 'review'))
           ELSE EXISTS (
             SELECT 1 FROM refund_requests r
             WHERE r.provider_refund_id = e.provider_id AND r.status = 'done') END)`,
    )
    .bind(now().toISOString(), maxTries)
    .run()

/** Claims due lines by making them due later: after one, two, four … hours, at most a day. */
async function claimEntries({ db, now }: PaymentContext): Promise<Entry[]> {
  const { results } = await db
    .prepare(
      `UPDATE settlement_entries
       SET booking_tries = booking_tries + 1,
         next_booking_at = strftime('%Y-%m-%dT%H:%M:%fZ', ?1,
           '+' || min(24, 1 << booking_tries) || ' hours')
       WHERE (provider, line_id) IN (
         SELECT provider, line_id FROM settlement_entries
         WHERE next_booking_at <= ?1 ORDER BY next_booking_at LIMIT ?2)
       RETURNING *`,
    )
    .bind(now().toISOString(), maxEntries)
    .all<Entry>()
  return results
}
