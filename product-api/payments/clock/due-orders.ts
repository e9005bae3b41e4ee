import { nextCheckAt } from '../ledger/polling-schedule.ts'
import { settle } from '../ledger/settle.ts'
import { undecidedStates } from '../ledger/state.ts'
import { isLeased, type Transaction } from '../ledger/transactions.ts'
import type { PaymentContext } from '../payment-context.ts'
import { recordReportedRefunds } from '../refunds/reported-refunds.ts'
import type { ClockName } from './clock-names.ts'

/** Undecided payments come first, then those that ended unpaid, then paid ones, so that no number
 *  of paid rows delays an order whose webhook was lost. `states`: where the value of
 *  `undecidedStatesJson` is bound. */
export const urgentFirst = (states: string) => `
  CASE WHEN state IN (SELECT value FROM json_each(${states})) OR failure = 'unconfirmed' THEN 0
    WHEN paid_at IS NULL THEN 1 ELSE 2 END, next_check_at`
export const undecidedStatesJson = JSON.stringify(undecidedStates)

export type DueOrders = {
  ids: string[]
  /** When something else is due, in ms since 1970; Infinity: nothing is. */
  nextAtMs: number
}

/** The orders of a clock that are due, the most urgent ones first, and when others are. An order
 *  that somebody is capturing at this moment is due when that has to be over. Cost: one batch; it
 *  reads the rows that are due and one more. */
export async function readDueOrders(
  { db, now }: PaymentContext,
  { provider, part }: ClockName,
  limit: number,
): Promise<DueOrders> {
  const [at, atMs] = [now().toISOString(), now().getTime()]
  const [due, next] = await db.batch<{ id: string; at: string | null }>([
    db.prepare(selectDue).bind(provider, part, at, limit, undecidedStatesJson),
    db.prepare(selectNext).bind(provider, part, at),
  ])
  const ids = due?.results.map(({ id }) => id) ?? []
  const nextAt = next?.results[0]?.at ?? null
  const isMoreDue = ids.length === limit
  return { ids, nextAtMs: isMoreDue ? atMs : nextAt === null ? Infinity : Date.parse(nextAt) }
}

const ofClock = 'FROM payment_transactions WHERE provider = ?1 AND substr(id, -1) = ?2'

/** ?3: now, ?4: how many. */
export const selectDue = `
SELECT id ${ofClock} AND next_check_at <= ?3 AND (lease_until IS NULL OR lease_until <= ?3)
ORDER BY ${urgentFirst('?5')} LIMIT ?4`
export const selectNext = `
SELECT min(at) AS at FROM (
  SELECT min(next_check_at) AS at ${ofClock} AND next_check_at > ?3
  UNION ALL SELECT min(lease_until) ${ofClock} AND next_check_at <= ?3 AND lease_until > ?3)`

/** What a look at an order has found. isAnswered: the provider has answered, or was not asked.
 *  nextAtMs: when the order is due again, in ms since 1970; Infinity: never. */
export type Look = { isAnswered: boolean; nextAtMs: number }

/** Asks the provider about an order, as `settle` does, and about refunds that webhooks have
 *  reported. Cost: that of `settle`. Errors: those of the database; the order is due again a minute
 *  later then, unless the database refuses that too. */
export async function lookAtOrder(context: PaymentContext, id: string): Promise<Look> {
  try {
    const row = await settle(context, id, 'clock')
    if (!row) return { isAnswered: true, nextAtMs: Infinity }
    await recordReportedRefunds(context, row, 'clock')
    return { isAnswered: !hasNoAnswer(row), nextAtMs: await movedOn(context, row) }
  } catch (error) {
    const later = new Date(context.now().getTime() + retryMs)
    await moveDue(context, id, later, context.now()).catch(() => undefined)
    throw error
  }
}

const retryMs = 60_000

/** Whether the provider could not be reached, has failed, or refuses us. What it says about one
 *  order, and this program does not understand, is an answer. */
const hasNoAnswer = ({ last_error }: Transaction) =>
  last_error !== null && !/^(order|capture|unreadable) \w/.test(last_error)

/** An order that is still due after a look is not asked about in its state: it would be due for
 *  ever. Returns when it is due. */
async function movedOn(context: PaymentContext, row: Transaction): Promise<number> {
  const now = context.now()
  if (row.next_check_at === null) return Infinity
  const atMs = Date.parse(row.next_check_at)
  if (atMs > now.getTime()) return atMs
  if (row.lease_until !== null && isLeased(row, now)) return Date.parse(row.lease_until)
  const next = nextCheckAt(context, row, now)
  await moveDue(context, row.id, next, now)
  return next?.getTime() ?? Infinity
}

/** Moves an order that is due to another time; null: it is not due any more. */
const moveDue = ({ db }: PaymentContext, id: string, to: Date | null, now: Date) =>
  db
    .prepare(
      `UPDATE payment_transactions SET next_check_at = ?2 WHERE id = ?1 AND next_check_at <= ?3`,
    )
    .bind(id, to?.toISOString() ?? null, now.toISOString())
    .run()
