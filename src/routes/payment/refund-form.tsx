import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Payment } from '../../../domain/payment.ts'
import { refundDays } from '../../../domain/plan.ts'
import { FormField } from '../../ui/form-field.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** Asks for the money back, as long as the rule allows it. Whether a premium test was started, the product API knows. */
export function RefundForm({
  place,
  payment,
  action,
  nowMs,
}: {
  place: PageContext
  payment: Payment
  action: string
  nowMs: number
}) {
  const { status, isOwn, refund, refundableUntil } = payment
  const isInTime = refundableUntil !== null && nowMs < Date.parse(refundableUntil)
  if (status !== 'paid' || !isOwn || refund !== null || !isInTime) return null
  const words = messagesFor(place.locale)
  return (
    <details className="more">
      <summary>{words.pay_refund_ask()}</summary>
      <p>
        {words.plan_refund_rule({ days: refundDays })} {words.pay_refund_ends()}
      </p>
      {!place.inApp && (
        <p>
          <a href={localizedPath('/refundpolicy', place.locale)}>{words.refund_policy()}</a>
        </p>
      )}
      <form className="fields" method="post" action={action}>
        <FormField
          name="reason"
          label={words.pay_refund_reason()}
          value=""
          autoFocus={false}
          rows={2}
          maxLength={1000}
        />
        <button className="btn quiet wide">{words.pay_refund_ask()}</button>
      </form>
    </details>
  )
}
