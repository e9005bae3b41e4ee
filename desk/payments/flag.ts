import type { Database } from '../../product-api/database.ts'
import type { DeskMessages } from '../messages.ts'

/** What of a flagged payment differs from ours, by the names of the ledger. */
const flagMessages = {
  amount: 'flag_amount',
  currency: 'flag_currency',
  order: 'flag_order',
  custom_id: 'flag_order',
  payee: 'flag_payee',
  invoice: 'flag_invoice',
} as const

/** Why a payment is flagged, in words; another name than those above as it is. */
export function flagText(flag: string, text: DeskMessages): string {
  const message = Object.entries(flagMessages).find(([name]) => name === flag)?.[1]
  return message === undefined ? flag : text(message)
}

/** Why the payment is flagged: the last entry of the ledger that says so; null: it never was. */
export async function flagOf(db: Database, order: string): Promise<string | null> {
  const row = await db
    .prepare(
      `SELECT detail FROM payment_events WHERE transaction_id = ? AND kind = 'flagged'
       ORDER BY id DESC LIMIT 1`,
    )
    .bind(order)
    .first<{ detail: string | null }>()
  return row?.detail ?? null
}
