import { exactMoneyText } from '../../domain/money.ts'
import { refundStateOf } from '../../product-api/payments/refunds/refund-limits.ts'
import type { DeskContext } from '../desk-env.ts'
import { momentText } from '../ui/dates.ts'
import { FormToken } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { flagOf, flagText } from './flag.ts'
import { mayAsk, type Order } from './orders.ts'
import { OrderSteps } from './order-steps.tsx'
import { openProposals } from './refund-proposals.ts'
import { ProposalCard } from './proposal-card.tsx'
import { latestDeclined } from './declined-request.ts'
import { DisputeBox } from './dispute-box.tsx'
import type { TypedDecline } from './payers-request.tsx'
import { RefundForm, refusalText, type RefundRefusal } from './refund-form.tsx'

export type OrderShown = {
  typed?: { amount: string; reason: string }
  problem?: RefundRefusal
  /** A reason for declining that is not complete. */
  declining?: TypedDecline
  done?: 'provider_is_asked' | 'refund_waits' | 'refund_queued' | 'request_declined'
}

/** What is said at the field that it is about. */
const inForm: readonly RefundRefusal[] = [
  ...(['invalid-amount', 'below-minimum', 'leaves-too-little', 'reason_needed'] as const),
]

const decisionCommand = (id: string) =>
  `npm run payments:resolve -- ${id} --accept|--refund|--decline --reason "…"`

/** One order: what happened, and what can be done about it. */
export async function orderPage(c: DeskContext, order: Order, shown: OrderShown) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { id, userId, amount, plan, checkedAt } = order
  const state = await refundStateOf(c.env.DB, id)
  const waiting = (await openProposals(c.env.DB)).filter((one) => one.transactionId === id)
  const declined = await latestDeclined(c.env.DB, id)
  const flag = order.state === 'review' ? await flagOf(c.env.DB, id) : null
  const { typed, problem, declining, done } = shown
  const isFormShown =
    state !== null && state.isPaid && state.leftMinor > 0 && !state.underWay && waiting.length === 0
  const isInForm = isFormShown && problem !== undefined && inForm.includes(problem)
  return page(
    c,
    { title: text('order', { id: id.slice(-6) }), back: '/payments' },
    <>
      {done && (
        <p className="fine" role="status">
          {text(done)}
        </p>
      )}
      {problem && state && !isInForm && (
        <div className="say bad" role="alert">
          <p>{refusalText(text, problem, state)}</p>
        </div>
      )}
      <section className="card">
        <div className="rowline">
          <h1>{plan[locale] ?? plan.slug}</h1>
          <span className="tag">{text(`order_${order.state}`)}</span>
        </div>
        <p>
          <b>{amount}</b>
        </p>
        <p className="small">{id}</p>
        {userId !== null && (
          <p>
            <a href={`/accounts/${userId}`}>{text('account', { id: String(userId) })}</a>
          </p>
        )}
      </section>
      <section className="card">
        <h2>{text('what_happened')}</h2>
        <OrderSteps steps={order.steps} text={text} locale={locale} />
        {mayAsk(order) ? (
          <form method="post" action={`/payments/${id}/ask`}>
            <FormToken value={c.get('formToken')} />
            <button className="btn quiet">{text('ask_provider')}</button>
            <p className="hint">
              {checkedAt !== null && text('asked_at', { at: momentText(checkedAt, locale) })}{' '}
              {text('ask_provider_hint')}
            </p>
          </form>
        ) : (
          checkedAt !== null && (
            <p className="hint">{text('asked_at', { at: momentText(checkedAt, locale) })}</p>
          )
        )}
      </section>
      {order.state === 'review' && (
        <div className="say warn">
          {flag !== null && <b>{flagText(flag, text)}</b>}
          <p>{text('list_review_hint')}</p>
          <p>
            <code lang="zxx">{decisionCommand(id)}</code>
          </p>
        </div>
      )}
      {declined && (
        <section className="card">
          <h2>{text('request_was_declined')}</h2>
          <p>
            {declined.reason === 'other' ? (
              <span lang={order.locale}>{declined.note}</span>
            ) : (
              text(`decline_${declined.reason}`)
            )}
          </p>
          <p className="small">{momentText(declined.at, locale)}</p>
        </section>
      )}
      {state?.underWay && problem !== 'under-way' && (
        <section className="card">
          <p>
            {text('refund_is_under_way', {
              amount: exactMoneyText({ ...state, amountMinor: state.underWay.amountMinor }),
            })}
          </p>
        </section>
      )}
      {waiting.length > 0 && state?.request?.isPayers && (
        <section className="card">
          <p>
            {text('payer_asks', {
              amount: exactMoneyText({ ...state, amountMinor: state.request.amountMinor }),
            })}
          </p>
        </section>
      )}
      {waiting.map((proposal) => (
        <ProposalCard
          key={proposal.id}
          c={c}
          proposal={proposal}
          dispute={state && <DisputeBox text={text} state={state} />}
        />
      ))}
      {isFormShown && <RefundForm {...{ c, order, state, typed, problem, declining }} />}
    </>,
    problem === undefined && declining === undefined ? 200 : 422,
  )
}
