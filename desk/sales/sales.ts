import * as v from 'valibot'
import { momentInIndia } from '../../domain/india-time.ts'
import type { Locale } from '../../domain/locale.ts'
import { runStatements, type Database } from '../../product-api/database.ts'

const sum = v.object({
  name: v.string(),
  currency: v.string(),
  orders: v.number(),
  takenMinor: v.number(),
  returnedMinor: v.number(),
})
/** Money that moved in one currency, in minor units. `name`: a day, a plan's slug or a coupon; ''
 *  for orders without a coupon. `orders`: how many orders money came in for. */
export type SalesSum = v.InferOutput<typeof sum>

export type Sales = { days: SalesSum[]; plans: SalesSum[]; coupons: SalesSum[] }

/** What a sum is over, as SQL. */
const groups = {
  days: `date(e.at, '+330 minutes')`,
  plans: `t.plan ->> 'slug'`,
  coupons: `coalesce(upper(t.coupon_code), '')`,
}

/** Sales of a month ('2026-11') in India, from the ledger: what came in and what went back, at the
 *  time when it moved. Cost: three reads of the month's movements, by an index. */
export async function salesOf(db: Database, month: string): Promise<Sales> {
  const [from, until] = [`${month}-01`, `${monthAfter(month)}-01`].map((day) =>
    momentInIndia(day, '00:00').toISOString(),
  )
  const rows = await runStatements(
    db,
    Object.values(groups).map((group) => ({
      text: `SELECT ${group} AS name, t.currency,
          count(DISTINCT iif(e.amount_minor > 0, t.id, NULL)) AS orders,
          sum(max(e.amount_minor, 0)) AS takenMinor,
          -sum(min(e.amount_minor, 0)) AS returnedMinor
        FROM payment_events e JOIN payment_transactions t ON t.id = e.transaction_id
        WHERE e.at >= ? AND e.at < ? AND e.amount_minor <> 0
        GROUP BY 1, 2 ORDER BY 1 DESC`,
      values: [from!, until!],
    })),
  )
  const [days, plans, coupons] = rows.map((found) => v.parse(v.array(sum), found))
  const bySize = (sums: SalesSum[] = []) =>
    sums.toSorted((one, other) => other.takenMinor - one.takenMinor)
  return { days: days ?? [], plans: bySize(plans), coupons: bySize(coupons) }
}

/** The names of all plans by their slugs, also of those that are not sold any more. Cost: one
 *  read. */
export async function planNamesOf(db: Database, locale: Locale): Promise<Map<string, string>> {
  const [rows] = await runStatements(db, [
    {
      text: `SELECT p.slug, x.name FROM subscription_plans p
        JOIN subscription_plan_texts x ON x.plan_id = p.id AND x.locale = ?`,
      values: [locale],
    },
  ])
  const names = v.parse(v.array(v.object({ slug: v.string(), name: v.string() })), rows)
  return new Map(names.map(({ slug, name }) => [slug, name]))
}

/** '2026-12' -> '2027-01'; with -1 the month before. */
export function monthAfter(month: string, months = 1): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** The sums of each currency. */
export function totalsOf(days: readonly SalesSum[]): SalesSum[] {
  const totals = new Map<string, SalesSum>()
  for (const { currency, orders, takenMinor, returnedMinor } of days) {
    const before = totals.get(currency)
    totals.set(currency, {
      ...{ name: '', currency },
      orders: (before?.orders ?? 0) + orders,
      takenMinor: (before?.takenMinor ?? 0) + takenMinor,
      returnedMinor: (before?.returnedMinor ?? 0) + returnedMinor,
    })
  }
  return [...totals.values()]
}
