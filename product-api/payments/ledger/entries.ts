import type { Database, PreparedStatement } from '../../database.ts'
import type { State } from './state.ts'

/** What caused a ledger entry. return: the payer's return; page: an open status page; clock: its
 *  clock, or the cron trigger; member: the member's request; operator: a command. */
export type Cause = 'checkout' | 'return' | 'page' | 'webhook' | 'clock' | 'member' | 'operator'

export type LedgerEntry = {
  transactionId: string | null
  provider: string
  eventId?: string
  kind: string
  cause: Cause
  from?: State
  to?: State
  /** The received amount; below zero for a refund. */
  amountMinor?: number
  currency?: string
  detail?: string | null
  rawHash?: string
  at: Date
}

/** Inserts a ledger entry. `onlyIf`: only if this writer has last written the transaction, so that
 *  an entry is inserted together with the write that it records, or not at all. */
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

/** Logs a problem that the operator has to look at, without data about the payer. */
export function alertOperator(what: string, about: Record<string, string | number | null>) {
  console.error(JSON.stringify({ at: 'payments', alert: what, ...about }))
}
