import { exactMoneyText } from '../../domain/money.ts'
import type {
  RefundProblem,
  RefundState,
} from '../../product-api/payments/refunds/refund-limits.ts'
import type { DeskContext } from '../desk-env.ts'
import type { DeskMessages } from '../messages.ts'
import { Field, FormToken } from '../ui/fields.tsx'
import { DisputeBox, providerName } from './dispute-box.tsx'
import type { Order } from './orders.ts'
import { PayersRequest, type TypedDecline } from './payers-request.tsx'

export type RefundRefusal = RefundProblem | 'reason_needed' | 'open' | 'decided'

export type RefundFormProps = {
  c: DeskContext
  order: Order
  state: RefundState
  typed: { amount: string; reason: string } | undefined
  problem: RefundRefusal | undefined
  /** What was typed to decline the payer's request, where it is not complete. */
  declining: TypedDecline | undefined
}

const moneyText = ({ currency }: RefundState, amountMinor: number) =>
  exactMoneyText({ amountMinor, currency })

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
    case 'decided':
      return text('request_decided')
  }
}

/** Gives money of a paid order back: what the payer asked for, or another amount. */
export function RefundForm(props: RefundFormProps) {
  const { c, order, state, typed, problem, declining } = props
  const text = c.get('text')
  const left = moneyText(state, Math.max(0, state.leftMinor - state.upgradeMinor))
  const isOfAmount = ['invalid-amount', 'below-minimum', 'leaves-too-little']
  const amountError = problem && isOfAmount.includes(problem) ? problem : undefined
  return (
    <>
      <PayersRequest {...{ c, order, state, declining }} />
      <form method="post" action={`/payments/${order.id}/refund`} className="card">
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
