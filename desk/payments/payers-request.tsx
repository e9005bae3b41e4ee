import { languages } from '../../domain/locale.ts'
import { exactMoneyText } from '../../domain/money.ts'
import { declineReasons, maxDeclineNote } from '../../domain/payment.ts'
import type { RefundState } from '../../product-api/payments/refunds/refund-limits.ts'
import type { DeskContext } from '../desk-env.ts'
import { momentText } from '../ui/dates.ts'
import { Field, FormToken } from '../ui/fields.tsx'
import { DisputeBox } from './dispute-box.tsx'
import type { Order } from './orders.ts'

/** A reason and words as they were typed. */
export type TypedDecline = { reason: string; note: string }

type PayersRequestProps = {
  c: DeskContext
  order: Order
  state: RefundState
  declining: TypedDecline | undefined
}

/** What the payer asked for, with a button that agrees to it, and a form that declines it. */
export function PayersRequest({ c, order, state, declining }: PayersRequestProps) {
  const [text, request] = [c.get('text'), state.request]
  if (!request) return null
  const amount = exactMoneyText({ ...state, amountMinor: request.amountMinor })
  if (!request.isPayers)
    return (
      <section className="card">
        <p>{text('refund_was_refused', { amount })}</p>
      </section>
    )
  return (
    <>
      <form method="post" action={`/payments/${order.id}/refund`} className="card">
        <FormToken value={c.get('formToken')} />
        <h2>{text('payer_asks', { amount })}</h2>
        {request.reason !== '' && <p lang={order.locale}>{request.reason}</p>}
        <p className="small">{momentText(request.at, c.get('locale'))}</p>
        <input type="hidden" name="amount" value={amount} />
        <input type="hidden" name="reason" value={request.reason || text('payer_asked')} />
        <DisputeBox text={text} state={state} />
        <button className="btn wide">{text('agree_to_amount', { amount })}</button>
        <p className="hint">{text('payer_asks_hint')}</p>
      </form>
      {request.isUndecided && <DeclineForm {...{ c, order, declining }} />}
    </>
  )
}

/** Declines the payer's request. The payer reads the reason in their own language. */
function DeclineForm({ c, order, declining }: Omit<PayersRequestProps, 'state'>) {
  const text = c.get('text')
  const language = languages[order.locale].name
  return (
    <details className="card" open={declining !== undefined}>
      <summary>{text('decline_request')}</summary>
      <form method="post" action={`/payments/${order.id}/decline`} className="editor">
        <FormToken value={c.get('formToken')} />
        <p>{text('decline_lead', { language })}</p>
        {declining && (
          <p className="err" role="alert">
            {text('decline_incomplete')}
          </p>
        )}
        <fieldset className="pickone">
          <legend>{text('reason')}</legend>
          {declineReasons.map((reason) => (
            <label key={reason}>
              <input
                type="radio"
                name="reason"
                value={reason}
                defaultChecked={declining?.reason === reason}
              />
              <span>{text(`decline_${reason}`)}</span>
            </label>
          ))}
        </fieldset>
        <Field
          name="note"
          label={text('decline_note', { language })}
          hint={text('decline_note_hint')}
          value={declining?.note ?? ''}
          lang={order.locale}
          rows={2}
          maxLength={maxDeclineNote}
        />
        <button className="btn quiet wide">{text('decline_request')}</button>
      </form>
    </details>
  )
}
