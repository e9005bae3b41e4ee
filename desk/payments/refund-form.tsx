import type { ReactNode } from 'react'
import { exactMoneyText } from '../../domain/money.ts'
import { paymentProviders } from '../../domain/payment-providers.ts'
import type {
  RefundProblem,
  RefundState,
} from '../../product-api/payments/refunds/refund-limits.ts'
import type { DeskContext } from '../desk-env.ts'
import type { DeskMessages } from '../messages.ts'
import { momentText } from '../ui/dates.ts'
import { Field, FormToken } from '../ui/fields.tsx'

export type RefundRefusal = RefundProblem | 'reason_needed' | 'open'

export type RefundFormProps = {
  c: DeskContext
  id: string
  state: RefundState
  typed: { amount: string; reason: string } | undefined
  problem: RefundRefusal | undefined
}

const moneyText = ({ currency }: RefundState, amountMinor: number) =>
  exactMoneyText({ amountMinor, currency })

const providerName = ({ provider }: RefundState) =>
  paymentProviders.find(({ id }) => id === provider)?.name ?? provider

/** Why a refund was refused, in words. */
export function refusalText(text: DeskMessages, problem: RefundRefusal, state: RefundState) {
  const provider = providerName(state)
  const min = moneyText(state, state.minMinor)
  switch (problem) {
    case 'not-paid':
    case 'invalid-amount':
      return text('refund_amount', { amount: moneyText(state, state.leftMinor) })
    case 'under-way':
      return text('refund_under_way', {
        amount: moneyText(state, state.underWay?.amountMinor ?? 0),
      })
    case 'used-for-upgrade':
      return text('refund_upgrade', {
        amount: moneyText(state, Math.max(0, state.leftMinor - state.upgradeMinor)),
      })
    case 'below-minimum':
      return text('refund_minimum', { provider, amount: min })
    case 'leaves-too-little':
      return text('refund_remainder', { provider, amount: min })
    case 'disputed':
      return text('refund_disputed', { provider })
    case 'reason_needed':
      return text('reason_needed')
    case 'open':
      return text('refund_open')
  }
}

/** The box to be ticked before a disputed payment is refunded; null for one without a dispute. */
export function DisputeBox({ text, state }: { text: DeskMessages; state: RefundState }): ReactNode {
  if (!state.isDisputed) return null
  const provider = providerName(state)
  return (
    <>
      <p>{text('refund_disputed_note', { provider })}</p>
      <p>
        <label>
          <input type="checkbox" name="despite_dispute" value="1" />{' '}
          {text('refund_despite_dispute')}
        </label>
      </p>
    </>
  )
}

/** What the payer asked for, with a button that agrees to it. */
function PayersRequest({ c, id, state }: RefundFormProps) {
  const [text, request] = [c.get('text'), state.request]
  if (!request) return null
  const amount = moneyText(state, request.amountMinor)
  if (!request.isPayers)
    return (
      <section className="card">
        <p>{text('refund_was_refused', { amount })}</p>
      </section>
    )
  return (
    <form method="post" action={`/payments/${id}/refund`} className="card">
      <FormToken value={c.get('formToken')} />
      <h2>{text('payer_asks', { amount })}</h2>
      {request.reason !== '' && <p>{request.reason}</p>}
      <p className="small">{momentText(request.at, c.get('locale'))}</p>
      <input type="hidden" name="amount" value={amount} />
      <input type="hidden" name="reason" value={request.reason || text('payer_asked')} />
      <DisputeBox text={text} state={state} />
      <button className="btn wide">{text('agree_to_amount', { amount })}</button>
      <p className="hint">{text('payer_asks_hint')}</p>
    </form>
  )
}

/** Gives money of a paid order back: what the payer asked for, or another amount. */
export function RefundForm(props: RefundFormProps) {
  const { c, id, state, typed, problem } = props
  const text = c.get('text')
  const left = moneyText(state, Math.max(0, state.leftMinor - state.upgradeMinor))
  const isOfAmount = ['invalid-amount', 'below-minimum', 'leaves-too-little']
  const amountError = problem && isOfAmount.includes(problem) ? problem : undefined
  return (
    <>
      <PayersRequest {...props} />
      <form method="post" action={`/payments/${id}/refund`} className="card">
        <FormToken value={c.get('formToken')} />
        <h2>{text(state.request?.isPayers ? 'give_other_amount' : 'give_back')}</h2>
        <Field
          name="amount"
          label={text('amount')}
          value={typed?.amount ?? left}
          hint={text('amount_left', { amount: left })}
          error={amountError && refusalText(text, amountError, state)}
        />
        <Field
          name="reason"
          label={text('reason')}
          hint={text('reason_hint')}
          value={typed?.reason ?? ''}
          maxLength={300}
          error={problem === 'reason_needed' ? text(problem) : undefined}
        />
        <DisputeBox text={text} state={state} />
        <p className="small">{text('give_back_hint')}</p>
        <button className="btn wide">{text('give_back')}</button>
      </form>
    </>
  )
}
