import * as v from 'valibot'
import { locales } from '../../domain/locale.ts'
import { exactMoneyText } from '../../domain/money.ts'
import { runStatements, type Database, type Statement } from '../../product-api/database.ts'

export const orderStates = [
  ...(['created', 'redirected', 'approved', 'capturing', 'pending', 'paid', 'failed'] as const),
  ...(['cancelled', 'expired', 'refunded', 'partially_refunded', 'reversed', 'review'] as const),
] as const
export type OrderState = (typeof orderStates)[number]

const orderRow = v.object({
  id: v.string(),
  userId: v.nullable(v.number()),
  state: v.picklist(orderStates),
  amountMinor: v.number(),
  refundedMinor: v.number(),
  currency: v.string(),
  locale: v.picklist(locales),
  isPaid: v.pipe(
    v.number(),
    v.transform((paid) => paid === 1),
  ),
  plan: v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ slug: v.string(), name: v.record(v.string(), v.string()) }),
  ),
  at: v.string(),
  checkedAt: v.nullable(v.string()),
})

const stepRow = v.object({
  order: v.string(),
  at: v.string(),
  to: v.picklist(orderStates),
  amountMinor: v.number(),
  currency: v.nullable(v.string()),
})

/** A step of an order: the state that it reached, and money that moved by it. */
export type OrderStep = { at: string; to: OrderState; amount: string | null }

/** Amounts in minor units; `amount` as text. `isPaid`: money of it came in and was not taken back.
 *  `locale`: the payer's language. `checkedAt`: when the provider was last asked. */
export type Order = Omit<v.InferOutput<typeof orderRow>, 'plan'> & {
  amount: string
  /** The plan's name by language, and its slug where a language has none. */
  plan: Readonly<Record<string, string>>
  steps: OrderStep[]
}

/** Whether the provider's answer can still change the order. Of a flagged one a person decides. */
export const mayAsk = ({ state }: Order): boolean =>
  state !== 'review' && state !== 'refunded' && state !== 'reversed'

const columns = `SELECT id, user_id AS userId, state, amount_minor AS amountMinor,
  refunded_minor AS refundedMinor, currency, locale, plan, created_at AS at,
  last_checked_at AS checkedAt, paid_at IS NOT NULL AND state <> 'reversed' AS isPaid
  FROM payment_transactions`

/** The latest 50 orders of an account, the newest first. Cost: two reads. */
export const ordersOf = (db: Database, userId: number): Promise<Order[]> =>
  ordersBy(db, {
    text: `${columns} WHERE user_id = ? ORDER BY created_at DESC LIMIT 50`,
    values: [userId],
  })

export async function orderById(db: Database, id: string): Promise<Order | null> {
  const [order] = await ordersBy(db, { text: `${columns} WHERE id = ?`, values: [id] })
  return order ?? null
}

async function ordersBy(db: Database, statement: Statement): Promise<Order[]> {
  const [rows = []] = await runStatements(db, [statement])
  const found = v.parse(v.array(orderRow), rows)
  const [stepRows = []] = await runStatements(db, [
    {
      text: `SELECT e.transaction_id AS "order", e.at, e.to_state AS "to",
          e.amount_minor AS amountMinor, e.currency
        FROM json_each(?) j JOIN payment_events e ON e.transaction_id = j.value
        WHERE e.to_state IS NOT NULL ORDER BY e.id LIMIT 1000`,
      values: [JSON.stringify(found.map(({ id }) => id))],
    },
  ])
  const steps = v.parse(v.array(stepRow), stepRows)
  return found.map((order) => ({
    ...order,
    amount: exactMoneyText(order),
    plan: { ...order.plan.name, slug: order.plan.slug },
    steps: steps
      .filter((step) => step.order === order.id)
      .map(({ at, to, amountMinor, currency }) => ({
        ...{ at, to },
        amount:
          amountMinor === 0
            ? null
            : exactMoneyText({ amountMinor, currency: currency ?? order.currency }),
      })),
  }))
}
