import type { Database, PreparedStatement } from '../../database.ts'
import { Refusal } from '../../strapi/errors.ts'
import type { Transaction } from '../ledger/transactions.ts'
import type { PaymentContext } from '../payment-context.ts'
import type { PaymentSettings } from '../settings.ts'

/** Whether the place of supply depends on the payer's state: exports have none. */
export const needsPayerState = (settings: PaymentSettings, currency: string): boolean =>
  settings.SELLER_GSTIN !== '' && currency === 'INR'

/** The state of a member's last order that needed one, by its GST code. */
export async function storedPayerState(db: Database, userId: number): Promise<string | null> {
  const row = await db
    .prepare('SELECT state FROM payer_states WHERE user_id = ?')
    .bind(userId)
    .first<{ state: string }>()
  return row?.state ?? null
}

/** The state for an order: the one that it names, or the stored one if it names none; null if none
 *  is needed. `payerState`: '' if the payer was asked and chose none. Errors: Refusal 400
 *  StateRequired. */
export async function payerStateFor(
  { db, settings }: PaymentContext,
  { userId, currency, payerState }: { userId: number; currency: string; payerState: string | null },
): Promise<string | null> {
  if (!needsPayerState(settings, currency)) return null
  const found = payerState ?? (await storedPayerState(db, userId))
  if (!found)
    throw new Refusal(400, 'StateRequired', 'The state in which the payer lives is needed', {})
  return found
}

/** Stores the state that an inserted attempt names, for the member's next order. */
export const storePayerState = (db: Database, row: Transaction): PreparedStatement =>
  db
    .prepare(
      `INSERT INTO payer_states (user_id, state, updated_at)
       SELECT user_id, payer_state, ?3 FROM payment_transactions
       WHERE id = ?1 AND written_by = ?2 AND payer_state IS NOT NULL
       ON CONFLICT (user_id) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at
       WHERE state <> excluded.state`,
    )
    .bind(row.id, row.written_by, row.created_at)
