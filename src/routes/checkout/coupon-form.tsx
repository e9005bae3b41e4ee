import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { CheckoutChoice } from '../../addresses/checkout-choice.ts'
import type { Quote } from '../../../domain/payment.ts'
import { FormField } from '../../ui/form-field.tsx'
import { messagesFor } from '../../ui/messages.ts'
import type { Offer } from './offer.ts'

/** What takes away from the price: a coupon, which is a form of its own that shows the bill again, and credit. */
export function CouponForm({
  place,
  offer,
  quote,
  choice,
  to,
}: {
  place: PageContext
  offer: Offer
  quote: Quote
  choice: CheckoutChoice
  to: (change: Partial<CheckoutChoice>) => string
}) {
  const words = messagesFor(place.locale)
  const isTaken = quote.coupon?.isTaken === true
  const fault = quote.coupon && !isTaken ? words.pay_coupon_wrong() : undefined
  const hasCredit = quote.lines.some(({ kind }) => kind === 'credit')
  const kept = {
    plan: offer.plan.slug,
    by: offer.way?.provider ?? '',
    ...(!choice.credit && { credit: 'no' }),
  }
  return (
    <div className="less">
      {isTaken ? (
        <p>
          <a href={to({ coupon: '' })}>{words.pay_coupon_remove()}</a>
        </p>
      ) : (
        <details open={fault !== undefined}>
          <summary>{words.pay_coupon_have()}</summary>
          <form className="fields" method="get" action={localizedPath(place.path, place.locale)}>
            {Object.entries(kept).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <FormField
              name="coupon"
              label={words.pay_coupon_label()}
              value={choice.coupon}
              error={fault}
              autoFocus={fault !== undefined}
              maxLength={40}
              autoComplete="off"
              required
            />
            <button className="btn quiet">{words.pay_coupon_apply()}</button>
          </form>
        </details>
      )}
      {(hasCredit || !choice.credit) && (
        <p>
          <a href={to({ credit: !choice.credit })}>
            {choice.credit ? words.pay_credit_keep() : words.pay_credit_use()}
          </a>
        </p>
      )}
    </div>
  )
}
