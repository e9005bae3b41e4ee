import type { PageContext } from '../../addresses/address.ts'
import type { CheckoutChoice } from '../../addresses/checkout-choice.ts'
import { gstStateCodes, placeOfSupplyName } from '../../../domain/gst-states.ts'
import type { Quote } from '../../../domain/payment.ts'
import { messagesFor } from '../../ui/messages.ts'
import { payFormId, type PayFormOptions } from './pay-form.tsx'

/** The payer's state, where the tax depends on it: the one that was chosen, or that of the last
 *  order; none is assumed. A part of the payment form. */
export function StateField({
  page: { locale },
  quote: { tax },
  choice,
  form: { isMember, isStateMissing },
}: {
  page: PageContext
  quote: Quote
  choice: CheckoutChoice
  form: PayFormOptions
}) {
  if (!isMember || (tax === null && !isStateMissing)) return null
  const messages = messagesFor(locale)
  const states = gstStateCodes
    .map((code) => ({ code, name: placeOfSupplyName(code, locale) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  return (
    <p className="field">
      <label htmlFor="state">{messages.pay_state()}</label>
      <select
        id="state"
        name="state"
        form={payFormId}
        defaultValue={choice.state || (tax?.payerState ?? '')}
        required
        autoFocus={isStateMissing}
        aria-invalid={isStateMissing ? true : undefined}
        aria-describedby="state-hint"
      >
        <option value="">{messages.pay_state_choose()}</option>
        {states.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <small id="state-hint">{messages.pay_state_why()}</small>
    </p>
  )
}
