import { handoffMinutes } from '../../../domain/payment.ts'
import { sha256 } from '../../cryptography.ts'
import { transactionBy, type Transaction } from '../ledger/transactions.ts'
import type { PaymentContext } from '../payment-context.ts'
import { handoffId, handoffToken } from '../signatures.ts'

/** Creates the token of a one-time link that continues this payment outside the app. */
export async function createHandoff(context: PaymentContext, row: Transaction): Promise<string> {
  const token = await handoffToken(context.settings, row.id)
  const expiresAt = new Date(context.now().getTime() + handoffMinutes * 60_000)
  await context.db
    .prepare('INSERT INTO payment_handoffs (hash, transaction_id, expires_at) VALUES (?, ?, ?)')
    .bind(await sha256(token), row.id, expiresAt.toISOString())
    .run()
  return token
}

/** Redeems a token, once, and returns its payment. 'expired': the token was used before or has
 *  expired. Null: its signature is invalid. */
export async function useHandoff(
  context: PaymentContext,
  token: string,
): Promise<Transaction | 'expired' | null> {
  const id = await handoffId(context.settings, token)
  if (id === null) return null
  const used = await context.db
    .prepare(
      `UPDATE payment_handoffs SET used_at = ?2
       WHERE hash = ?1 AND used_at IS NULL AND expires_at > ?2 RETURNING transaction_id`,
    )
    .bind(await sha256(token), context.now().toISOString())
    .first<{ transaction_id: string }>()
  return used?.transaction_id === id ? transactionBy(context.db, 'id', id) : 'expired'
}

/** Lets a link be used again after its payment could not be started. */
export const releaseHandoff = async (context: PaymentContext, token: string) =>
  context.db
    .prepare('UPDATE payment_handoffs SET used_at = NULL WHERE hash = ?')
    .bind(await sha256(token))
    .run()
