import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Payment } from '../../../domain/payment.ts'
import { FormField } from '../../ui/form-field.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** A form that requests a refund, shown until `refundableUntil`. The product API also checks
 *  whether a premium test was started. */
export function RefundForm({
  page,
  payment,
  action,
  nowMs,
}: {
  page: PageContext
  payment: Payment
  action: string
  nowMs: number
}) {
  const { status, isOwn, refund, refundableUntil, refundDays } = payment
  const isInTime = refundableUntil !== null && nowMs < Date.parse(refundableUntil)
  if (status !== 'paid' || !isOwn || refund !== null || !isInTime) return null
  const messages = messagesFor(page.locale)
  return (
    <details className="more">
      <summary>{messages.pay_refund_ask()}</summary>
      <p>
        {refundDays !== null && `${messages.plan_refund_rule({ days: refundDays })} `}
        {messages.pay_refund_ends()}
      </p>
      {!page.isInApp && (
        <p>
          <a href={localizedPath('/refundpolicy', page.locale)}>{messages.refund_policy()}</a>
        </p>
      )}
      <form className="fields" method="post" action={action}>
        <FormField
          name="reason"
          label={messages.pay_refund_reason()}
          value=""
          autoFocus={false}
          rows={2}
          maxLength={1000}
        />
        <button className="btn quiet wide">{messages.pay_refund_ask()}</button>
      </form>
    </details>
  )
}
