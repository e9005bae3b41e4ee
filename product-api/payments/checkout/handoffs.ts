import { digest } from '../../identity/digests.ts'
import { handoffId, handoffToken } from '../signatures.ts'
import type { Till } from '../providers/provider.ts'
import { transactionBy, type Transaction } from '../ledger/transactions.ts'

const lifeMs = 10 * 60_000

/** A link's token that opens this payment outside the app: once, within ten minutes. */
export async function handOff(till: Till, row: Transaction): Promise<string> {
  const token = await handoffToken(till.settings, row.id)
  await till.db
    .prepare('INSERT INTO payment_handoffs (hash, transaction_id, expires_at) VALUES (?, ?, ?)')
    .bind(await digest(token), row.id, new Date(till.now().getTime() + lifeMs).toISOString())
    .run()
  return token
}

/** The payment that a token opens, now used up: 'over' for a second time and after its end, null for a token that is none of ours. */
export async function takeOver(till: Till, token: string): Promise<Transaction | 'over' | null> {
  const id = await handoffId(till.settings, token)
  if (id === null) return null
  const at = till.now().toISOString()
  const taken = await till.db
    .prepare(
      `UPDATE payment_handoffs SET used_at = ?2 WHERE hash = ?1 AND used_at IS NULL AND expires_at > ?2 RETURNING transaction_id`,
    )
    .bind(await digest(token), at)
    .first<{ transaction_id: string }>()
  return taken?.transaction_id === id ? transactionBy(till.db, 'id', id) : 'over'
}

/** Nothing came of it: the link may be used once more. */
export const giveBack = async (till: Till, token: string) =>
  till.db
    .prepare('UPDATE payment_handoffs SET used_at = NULL WHERE hash = ?')
    .bind(await digest(token))
    .run()
