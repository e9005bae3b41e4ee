import type { Database, PreparedStatement } from '../../database.ts'
import type { State } from './state.ts'

/** What led to a ledger entry: a payer who came back, a page that is watched, a webhook, the cron
 *  trigger, the member's own wish, a person of ours. */
export type Cause = 'checkout' | 'return' | 'page' | 'webhook' | 'clock' | 'member' | 'operator'

export type LedgerEntry = {
  transactionId: string | null
  provider: string
  eventId?: string
  kind: string
  cause: Cause
  from?: State
  to?: State
  /** What came in; below zero, what was refunded. */
  amountMinor?: number
  currency?: string
  detail?: string | null
  rawHash?: string
  at: Date
}

/** Adds an entry to the ledger. `onlyIf`: only where the transaction was last written by this
 *  writer, so that an entry is made together with the write that it records, or not at all. */
export const insertLedgerEntry = (
  db: Database,
  entry: LedgerEntry,
  onlyIf: { writtenBy: string } | null = null,
): PreparedStatement =>
  db
    .prepare(
      `INSERT INTO payment_events (
         transaction_id, provider, event_id, kind, cause, from_state, to_state, amount_minor,
         currency, detail, raw_hash, at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12
       WHERE ?13 IS NULL
         OR EXISTS (SELECT 1 FROM payment_transactions WHERE id = ?1 AND written_by = ?13)
       ON CONFLICT DO NOTHING RETURNING id`,
    )
    .bind(
      entry.transactionId,
      entry.provider,
      entry.eventId ?? null,
      entry.kind,
      entry.cause,
      entry.from ?? null,
      entry.to ?? null,
      entry.amountMinor ?? 0,
      entry.currency ?? null,
      entry.detail ?? null,
      entry.rawHash ?? null,
      entry.at.toISOString(),
      onlyIf?.writtenBy ?? null,
    )

/** Logs what needs a person of ours. Never says anything about a payer. */
export function alertOperator(what: string, about: Record<string, string | number | null>) {
  console.error(JSON.stringify({ at: 'payments', alert: what, ...about }))
}
