import { exactMoneyText } from '../../domain/money.ts'
import type { DeskContext } from '../desk-env.ts'
import { momentText } from '../ui/dates.ts'
import { Field, FormToken } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import type { Order } from './orders.ts'
import { OrderSteps } from './order-steps.tsx'
import { openProposals } from './refund-proposals.ts'
import { ProposalCard } from './proposal-card.tsx'

export type OrderShown = {
  typed?: { amount: string; reason: string }
  problem?: 'refund_amount' | 'reason_needed' | 'refund_open'
  done?: 'provider_is_asked' | 'refund_waits' | 'refund_queued'
}

/** One order: what happened, and what can be done about it. */
export async function orderPage(c: DeskContext, order: Order, shown: OrderShown) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { id, userId, state, amount, plan, isPaid, checkedAt, currency } = order
  const leftMinor = order.amountMinor - order.refundedMinor
  const left = exactMoneyText({ amountMinor: leftMinor, currency })
  const waiting = (await openProposals(c.env.DB)).filter((one) => one.transactionId === id)
  const { typed, problem, done } = shown
  return page(
    c,
    { title: text('order', { id: id.slice(-6) }), back: '/payments' },
    <>
      {done && (
        <p className="fine" role="status">
          {text(done)}
        </p>
      )}
      <section className="card">
        <div className="rowline">
          <h1>{plan[locale] ?? plan.slug}</h1>
          <span className="tag">{text(`order_${state}`)}</span>
        </div>
        <p>
          <b>{amount}</b> · <span className="small">{id}</span>
        </p>
        {userId !== null && (
          <p>
            <a href={`/accounts/${userId}`}>{text('account', { id: userId })}</a>
          </p>
        )}
      </section>
      <section className="card">
        <h2>{text('what_happened')}</h2>
        <OrderSteps steps={order.steps} text={text} locale={locale} />
        <form method="post" action={`/payments/${id}/ask`}>
          <FormToken value={c.get('formToken')} />
          <button className="btn quiet">{text('ask_provider')}</button>
          <p className="hint">
            {checkedAt !== null && text('asked_at', { at: momentText(checkedAt, locale) })}{' '}
            {text('ask_provider_hint')}
          </p>
        </form>
      </section>
      {waiting.map((proposal) => (
        <ProposalCard key={proposal.id} c={c} proposal={proposal} />
      ))}
      {isPaid && leftMinor > 0 && waiting.length === 0 && (
        <form method="post" action={`/payments/${id}/refund`} className="card">
          <FormToken value={c.get('formToken')} />
          <h2>{text('give_back')}</h2>
          {problem === 'refund_open' && (
            <p className="err" role="alert">
              {text(problem)}
            </p>
          )}
          <Field
            name="amount"
            label={text('amount')}
            value={typed?.amount ?? left}
            hint={text('amount_left', { amount: left })}
            error={problem === 'refund_amount' ? text(problem, { amount: left }) : undefined}
          />
          <Field
            name="reason"
            label={text('reason')}
            hint={text('reason_hint')}
            value={typed?.reason ?? ''}
            maxLength={300}
            error={problem === 'reason_needed' ? text(problem) : undefined}
          />
          <p className="small">{text('give_back_hint')}</p>
          <button className="btn wide">{text('give_back')}</button>
        </form>
      )}
    </>,
    problem === undefined ? 200 : 422,
  )
}
