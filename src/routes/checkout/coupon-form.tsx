import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { CheckoutChoice } from '../../addresses/checkout-choice.ts'
import type { Quote } from '../../../domain/payment.ts'
import { FormField } from '../../ui/form-field.tsx'
import { messagesFor } from '../../ui/messages.ts'
import type { PlanOffer } from './offer.ts'

/** Discounts: a form for a coupon, and a link that uses or keeps referral credit. Both show the
 *  bill again. */
export function CouponForm({
  page,
  offer,
  quote,
  choice,
  to,
}: {
  page: PageContext
  offer: PlanOffer
  quote: Quote
  choice: CheckoutChoice
  to: (change: Partial<CheckoutChoice>) => string
}) {
  const messages = messagesFor(page.locale)
  const isAccepted = quote.coupon?.is === 'accepted'
  const errors = {
    accepted: undefined,
    refused: messages.pay_coupon_wrong(),
    unchecked: messages.pay_coupon_unchecked(),
  }
  const error = quote.coupon ? errors[quote.coupon.is] : undefined
  const hasCredit = quote.lines.some(({ kind }) => kind === 'credit')
  const hiddenFields = {
    plan: offer.plan.slug,
    by: offer.method?.provider ?? '',
    ...(!choice.useCredit && { credit: 'no' }),
    ...(choice.state !== '' && { state: choice.state }),
  }
  return (
    <div className="discounts">
      {isAccepted ? (
        <p>
          <a href={to({ coupon: '' })}>{messages.pay_coupon_remove()}</a>
        </p>
      ) : (
        <details open={error !== undefined}>
          <summary>{messages.pay_coupon_have()}</summary>
          <form className="fields" method="get" action={localizedPath(page.path, page.locale)}>
            {Object.entries(hiddenFields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <FormField
              name="coupon"
              label={messages.pay_coupon_label()}
              value={choice.coupon}
              error={error}
              autoFocus={error !== undefined}
              maxLength={40}
              autoComplete="off"
              required
            />
            <button className="btn quiet">{messages.pay_coupon_apply()}</button>
          </form>
        </details>
      )}
      {(hasCredit || !choice.useCredit) && (
        <p>
          <a href={to({ useCredit: !choice.useCredit })}>
            {choice.useCredit ? messages.pay_credit_keep() : messages.pay_credit_use()}
          </a>
        </p>
      )}
    </div>
  )
}
