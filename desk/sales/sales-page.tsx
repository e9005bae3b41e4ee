import { dayInIndia } from '../../domain/india-time.ts'
import { exactMoneyText } from '../../domain/money.ts'
import { numberText } from '../../domain/number-text.ts'
import { runStatements } from '../../product-api/database.ts'
import { csvText } from '../../product-api/payments/csv.ts'
import { signedDecimalOf } from '../../product-api/payments/money.ts'
import { auditStatement } from '../audit/audit-log.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { dayText, monthText } from '../ui/dates.ts'
import { FormToken } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { monthAfter, planNamesOf, salesOf, totalsOf, type SalesSum } from './sales.ts'

const cashiers = ['cashier', 'owner'] as const

export const salesRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/sales', roles: cashiers, handle: salesPage },
  // A form, because an export is recorded.
  { method: 'POST', path: '/sales/csv', roles: cashiers, handle: exportSales },
]

/** The month of ?month=; this month where it is none, or lies ahead. */
function monthOf(typed: string | undefined, now: Date): string {
  const current = dayInIndia(now).slice(0, 7)
  const isMonth = typed !== undefined && /^20\d\d-(0[1-9]|1[0-2])$/.test(typed)
  return isMonth && typed <= current ? typed : current
}

async function salesPage(c: DeskContext) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const current = dayInIndia(c.get('now')).slice(0, 7)
  const month = monthOf(c.req.query('month'), c.get('now'))
  const { days, plans, coupons } = await salesOf(c.env.DB, month)
  const planNames = await planNamesOf(c.env.DB, locale)
  const dayName = (day: string) => dayText(day, locale)
  return page(
    c,
    { title: text('nav_sales') },
    <>
      <div className="lead">
        <h1>
          {text('nav_sales')}, <mark>{monthText(month, locale)}</mark>
        </h1>
        <p className="small">{text('sales_lead')}</p>
        <p className="chips">
          <a href={`/sales?month=${monthAfter(month, -1)}`}>
            {monthText(monthAfter(month, -1), locale)}
          </a>
          {month < current && (
            <a href={`/sales?month=${monthAfter(month)}`}>{monthText(monthAfter(month), locale)}</a>
          )}
        </p>
      </div>
      {days.length === 0 ? (
        <p>{text('no_sales')}</p>
      ) : (
        <>
          <SumTable c={c} title={text('sales_total')} sums={totalsOf(days)} nameOf={() => ''} />
          <SumTable c={c} title={text('sales_by_day')} sums={days} nameOf={dayName} />
          <SumTable
            c={c}
            title={text('sales_by_plan')}
            sums={plans}
            nameOf={(plan) => planNames.get(plan) ?? plan}
          />
          <SumTable
            c={c}
            title={text('sales_by_coupon')}
            sums={coupons}
            nameOf={(coupon) => (coupon === '' ? text('no_coupon') : coupon)}
          />
          <form method="post" action="/sales/csv" className="card narrow">
            <FormToken value={c.get('formToken')} />
            <input type="hidden" name="month" value={month} />
            <h2>{text('for_accountant')}</h2>
            <p className="small">{text('sales_csv_hint')}</p>
            <button className="btn quiet">{text('sales_csv')}</button>
          </form>
        </>
      )}
    </>,
  )
}

function SumTable({
  c,
  title,
  sums,
  nameOf,
}: {
  c: DeskContext
  title: string
  sums: readonly SalesSum[]
  nameOf: (name: string) => string
}) {
  const text = c.get('text')
  const money = (amountMinor: number, currency: string) =>
    amountMinor === 0 ? '–' : exactMoneyText({ amountMinor, currency })
  return (
    <section>
      <h2>{title}</h2>
      <div className="wide-table" role="region" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">{text('sales_orders')}</th>
              <th scope="col">{text('sales_taken')}</th>
              <th scope="col">{text('sales_returned')}</th>
            </tr>
          </thead>
          <tbody>
            {sums.map(({ name, currency, orders, takenMinor, returnedMinor }) => (
              <tr key={`${name} ${currency}`}>
                <th scope="row">{nameOf(name) || currency}</th>
                <td>{numberText(orders)}</td>
                <td>{money(takenMinor, currency)}</td>
                <td>{money(returnedMinor, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** One line for each day and currency; no data of persons. */
async function exportSales(c: DeskContext, form: Record<string, string>) {
  const now = c.get('now')
  const month = monthOf(form.month, now)
  const { days } = await salesOf(c.env.DB, month)
  await runStatements(c.env.DB, [
    auditStatement(
      { operator: operatorOf(c), action: 'sales_exported', subject: `sales ${month}` },
      now,
    ),
  ])
  const lines = days.map(({ name, currency, orders, takenMinor, returnedMinor }) => [
    ...[name, currency, String(orders)],
    ...[signedDecimalOf(takenMinor, currency), signedDecimalOf(returnedMinor, currency)],
  ])
  return c.body(csvText([['day', 'currency', 'orders', 'taken', 'returned'], ...lines]), 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="sales-${month}.csv"`,
  })
}
