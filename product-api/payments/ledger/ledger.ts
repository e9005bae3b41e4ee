import type { ProviderName } from '../settings.ts'
import type { State } from './state.ts'

/** What made us look: a payer who came back, a page that is watched, a webhook, the clock, the member's own wish, a person. */
export type Cause = 'checkout' | 'return' | 'page' | 'webhook' | 'clock' | 'member' | 'operator'

export type Entry = {
  transactionId: string | null
  provider: ProviderName
  eventId?: string
  kind: string
  cause: Cause
  from?: State
  to?: State
  /** What came in; below zero, what went back. */
  amountMinor?: number
  currency?: string
  detail?: string | null
  rawHash?: string
  at: Date
}

/** Adds an entry to the ledger, where `only` holds of the transaction: it was written by whoever enters this. */
export const entered = (
  db: D1Database,
  entry: Entry,
  only: { writtenBy: string } | null = null,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO payment_events (transaction_id, provider, event_id, kind, cause, from_state, to_state, amount_minor, currency, detail, raw_hash, at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12
       WHERE ?13 IS NULL OR EXISTS (SELECT 1 FROM payment_transactions WHERE id = ?1 AND written_by = ?13)
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
      only?.writtenBy ?? null,
    )

/** Tells the operator what needs a person. Never anything about one. */
export function alertOperator(what: string, about: Record<string, string | number | null>) {
  console.error(JSON.stringify({ at: 'payments', alert: what, ...about }))
}
