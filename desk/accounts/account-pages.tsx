import type { DeskContext } from '../desk-env.ts'
import { exactDayText, momentText } from '../ui/dates.ts'
import { Field, FormToken } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { AccountPlans, type PlansShown } from './account-plans.tsx'
import type { Account } from './find-account.ts'
import { openGrants, plansToGive, subscriptionsOf } from './grants.ts'
import { masked } from './masked-contact.ts'
import { OrderSteps } from '../payments/order-steps.tsx'
import { ordersOf, type Order } from '../payments/orders.ts'

/** What the page of an account says besides. */
export type Shown = {
  hasContact?: boolean
  problem?: 'reason_needed'
  done?:
    | ('signed_out_everywhere' | 'account_blocked' | 'account_unblocked')
    | ('plan_given' | 'grant_waits' | 'grant_was_declined' | 'given_plan_ended')
} & PlansShown

/** The field that finds an account. `found`: null before anything was looked for. */
export function findPage(c: DeskContext, typed: string, found: readonly Account[] | null) {
  const text = c.get('text')
  return page(
    c,
    { title: text('nav_accounts') },
    <>
      <div className="lead">
        <h1>{text('nav_accounts')}</h1>
      </div>
      <form method="post" action="/accounts" className="card narrow">
        <FormToken value={c.get('formToken')} />
        <Field
          name="who"
          label={text('find_account')}
          hint={text('find_account_hint')}
          value={typed}
          autoComplete="off"
          maxLength={254}
        />
        <button className="btn wide">{text('find')}</button>
      </form>
      {found?.length === 0 && <p role="status">{text('no_account')}</p>}
      {found && found.length > 0 && (
        <ul className="rows">
          {found.map((one) => (
            <li key={one.id}>
              <a href={`/accounts/${one.id}`}>
                {text('account', { id: String(one.id) })} ·{' '}
                {masked(one.phone ?? one.email ?? one.username)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>,
  )
}

/** An account with its orders, and what can be done about it. */
export async function accountPage(c: DeskContext, account: Account, shown: Shown) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { id, email, phone, blocked, createdAt, sessions } = account
  const { DB: db } = c.env
  const [orders, subscriptions, plans, waiting] = await Promise.all([
    ordersOf(db, id),
    subscriptionsOf(db, id, locale),
    plansToGive(db, locale),
    openGrants(db, locale),
  ])
  const show = (contact: string) => (shown.hasContact ? contact : masked(contact))
  const token = <FormToken value={c.get('formToken')} />
  return page(
    c,
    { title: text('account', { id: String(id) }), back: '/accounts' },
    <>
      {shown.done && (
        <p className="fine" role="status">
          {text(shown.done)}
        </p>
      )}
      <section className="card">
        <div className="rowline">
          <h1>{text('account', { id: String(id) })}</h1>
          {blocked && <span className="tag bad">{text('blocked')}</span>}
        </div>
        <p>
          {[phone, email]
            .filter((contact) => contact !== null)
            .map(show)
            .join(' · ')}
        </p>
        <p className="small">
          {text('registered', { day: exactDayText(createdAt, locale) })} ·{' '}
          {text('open_sessions', { count: sessions })}
        </p>
        {!shown.hasContact && (
          <form method="post" action={`/accounts/${id}/contact`}>
            {token}
            <button className="btn quiet small">{text('show_contact')}</button>
            <p className="hint">{text('show_contact_hint')}</p>
          </form>
        )}
      </section>
      <section>
        <h2>{text('orders')}</h2>
        {orders.length === 0 ? <p>{text('no_orders')}</p> : <OrderList orders={orders} c={c} />}
      </section>
      <AccountPlans
        {...{ c, id, subscriptions, plans, shown }}
        waiting={waiting.filter(({ userId }) => userId === id)}
      />
      <form method="post" action={`/accounts/${id}/sign-out`} className="card">
        {token}
        <h2>{text('sign_out_everywhere')}</h2>
        <p className="small">{text('sign_out_everywhere_hint')}</p>
        <button className="btn quiet">{text('sign_out_everywhere')}</button>
      </form>
      <form
        method="post"
        action={`/accounts/${id}/${blocked ? 'unblock' : 'block'}`}
        className="card"
      >
        {token}
        <h2>{text(blocked ? 'unblock' : 'block')}</h2>
        <p className="small">{text(blocked ? 'unblock_hint' : 'block_hint')}</p>
        <Field
          name="reason"
          label={text('reason')}
          hint={text('reason_hint')}
          value=""
          maxLength={300}
          error={shown.problem && text(shown.problem)}
        />
        <button className={blocked ? 'btn quiet' : 'btn stop'}>
          {text(blocked ? 'unblock' : 'block')}
        </button>
      </form>
    </>,
    (shown.problem ?? shown.giving ?? shown.ending) ? 422 : 200,
  )
}

function OrderList({ orders, c }: { orders: readonly Order[]; c: DeskContext }) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  return (
    <ul className="rows">
      {orders.map(({ id, amount, plan, state, at, steps }) => (
        <li key={id}>
          <span>
            <a href={`/payments/${id}`}>{plan[locale] ?? plan.slug}</a>
            <small>
              {id} · {momentText(at, locale)}
            </small>
          </span>
          <span>
            <b>{amount}</b> <span className="tag">{text(`order_${state}`)}</span>
          </span>
          <details className="steps-of">
            <summary>{text('what_happened')}</summary>
            <OrderSteps steps={steps} text={text} locale={locale} />
          </details>
        </li>
      ))}
    </ul>
  )
}
