import type { ClockNamespace } from '../../object-bindings.ts'
import { alertOperator } from '../ledger/entries.ts'
import type { PaymentContext } from '../payment-context.ts'
import { someAtOnce } from '../../some-at-once.ts'
import { clockOf, clockStub } from './clock-names.ts'

/** An order is not late until then. */
const lateMs = 2 * 60_000
const maxRows = 500
/** So many late orders are a provider that does not answer, or clocks that do not run. */
const manyRows = 50

/** Runs every minute: finds orders whose look is late, because their clock was not told or has lost
 *  its alarm, and tells it once, which mends all orders of that clock. Returns the orders whose
 *  clock cannot be reached. Cost: where none is late, one look-up in an index. */
export async function wakeLateClocks(
  { db, now }: PaymentContext,
  clocks: ClockNamespace,
): Promise<{ id: string }[]> {
  const nowMs = now().getTime()
  const { results: late } = await db
    .prepare(selectLate)
    .bind(new Date(nowMs - lateMs).toISOString(), maxRows)
    .all<LateOrder>()
  if (late.length >= manyRows)
    alertOperator('orders are looked at late', {
      ...{ orders: late.length, oldest: late[0]?.next_check_at ?? null },
    })
  const ordersOf = Map.groupBy(
    late,
    ({ id, provider }) => `${provider} ${clockOf({ id, provider }).part}`,
  )
  const missed: LateOrder[] = []
  await someAtOnce([...ordersOf.values()], 'payment-clock', async (orders) => {
    const [first] = orders
    if (!first) return
    const name = clockOf(first)
    try {
      await clockStub(clocks, name).lookBy(name, nowMs)
    } catch (error) {
      missed.push(...orders)
      throw error
    }
  })
  return missed
}

type LateOrder = { id: string; provider: string; next_check_at: string }

/** ?1: since when, ?2: how many. */
export const selectLate = `SELECT id, provider, next_check_at FROM payment_transactions
WHERE next_check_at <= ?1 ORDER BY next_check_at LIMIT ?2`
