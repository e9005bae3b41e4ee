import { checkRefund } from './refunds/refunds.ts'
import type { RefundRequest } from './refunds/refund-requests.ts'
import { settle } from './ledger/settle.ts'
import type { Till } from './providers/provider.ts'

/** How many a minute can bear; the others are due a minute later. */
const most = 60
const atOnce = 5
const claimMs = 60_000

/** What is done every minute: asks about every transaction and refund that is due, and sweeps what is over. */
export async function strike(till: Till) {
  const [due, refunds] = [await dueTransactions(till), await dueRefunds(till)]
  await inTurns(due, ({ id }) => settle(till, id, 'clock'))
  await inTurns(refunds, (request) => checkRefund(till, request, 'clock'))
  await till.db.batch([
    till.db
      .prepare('DELETE FROM payment_handoffs WHERE expires_at <= ?')
      .bind(new Date(till.now().getTime() - 86_400_000).toISOString()),
    till.db
      .prepare('DELETE FROM provider_tokens WHERE expires_at <= ?')
      .bind(till.now().toISOString()),
  ])
}

/** Takes what is due, and puts it off for a minute in the same breath: a clock that strikes late does not meet the next one. */
async function dueTransactions(till: Till): Promise<{ id: string }[]> {
  const now = till.now()
  const { results } = await till.db
    .prepare(
      `UPDATE payment_transactions SET next_check_at = ?2 WHERE id IN (
         SELECT id FROM payment_transactions WHERE next_check_at <= ?1 ORDER BY next_check_at LIMIT ?3) RETURNING id`,
    )
    .bind(now.toISOString(), new Date(now.getTime() + claimMs).toISOString(), most)
    .all<{ id: string }>()
  return results
}

async function dueRefunds(till: Till): Promise<RefundRequest[]> {
  const now = till.now()
  const { results } = await till.db
    .prepare(
      `UPDATE refund_requests SET next_check_at = ?2 WHERE id IN (
         SELECT id FROM refund_requests WHERE next_check_at <= ?1 AND status = 'sent' ORDER BY next_check_at LIMIT ?3) RETURNING *`,
    )
    .bind(now.toISOString(), new Date(now.getTime() + claimMs).toISOString(), most)
    .all<RefundRequest>()
  return results
}

/** A few at a time; one that fails stays due and keeps no other from its turn. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      try {
        await work(item)
      } catch (error) {
        console.error(JSON.stringify({ at: 'payments', clock: String(error) }))
      }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
