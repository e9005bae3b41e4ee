import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { moneyText } from '../../../domain/money.ts'
import { isPartlyRefunded, type Payment } from '../../../domain/payment.ts'
import { FormField } from '../../ui/form-field.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** A form that requests a refund of what is left, shown until `refundableUntil`.
 *  The product API also checks
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
  const { status, isOwn, refundableUntil, refundDays } = payment
  const isInTime = refundableUntil !== null && nowMs < Date.parse(refundableUntil)
  if (status !== 'paid' || !isOwn || !isInTime || !canAsk(payment)) return null
  const messages = messagesFor(page.locale)
  return (
    <details className="more">
      <summary>{messages.pay_refund_ask()}</summary>
      <p>
        {refundDays !== null && `${ruleText(payment, refundDays, messages)} `}
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

/** Whether no request is open or declined. One that is done has left a rest; one that was taken
 *  back, or whose cause was put right, can be made again. */
const canAsk = ({ refund }: Payment) =>
  refund === null ||
  refund.status === 'done' ||
  refund.declined?.reason === 'withdrawn' ||
  refund.declined?.reason === 'fixed'

function ruleText(payment: Payment, days: number, messages: Messages): string {
  if (!isPartlyRefunded(payment)) return messages.plan_refund_rule({ days })
  const { amount, refunded } = payment
  const restMinor = amount.amountMinor - refunded.amountMinor
  return messages.pay_refund_rest({ days, rest: moneyText({ ...amount, amountMinor: restMinor }) })
}
