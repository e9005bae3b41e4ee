import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { CheckoutChoice } from '../../addresses/checkout-choice.ts'
import { moneyText } from '../../../domain/money.ts'
import { paymentMethodName, providerFacts, type Quote } from '../../../domain/payment.ts'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import type { PlanOffer } from './offer.ts'

/** What the payment form needs besides the choice. `checkoutKey`: idempotency key of the order;
 *  null for visitors, who have to sign in first. `isStateMissing`: the form is shown again because
 *  no state was chosen. `continuesIn`: the provider's page, or the phone's
 *  browser if the page is shown inside the app. */
export type PayFormOptions = {
  checkoutKey: string | null
  isMember: boolean
  isStateMissing: boolean
  continuesIn: 'provider' | 'browser'
}

/** The payment methods with their prices, as links to the bill in their currency. */
export function PaymentMethods({
  offer: { methods, method },
  to,
  messages,
}: {
  offer: PlanOffer
  to: (change: Partial<CheckoutChoice>) => string
  messages: Messages
}) {
  return (
    <section>
      <h2 id="how">{messages.pay_how()}</h2>
      <nav className="options" aria-labelledby="how">
        {methods.map(({ provider, price }) => (
          <a
            key={provider}
            href={to({ provider })}
            aria-current={provider === method?.provider ? 'true' : undefined}
          >
            {paymentMethodName(provider)}
            <small>
              {[
                providerFacts(provider).market === 'india'
                  ? messages.pay_in_india()
                  : messages.pay_outside_india(),
                moneyText(price),
              ].join(' · ')}
            </small>
          </a>
        ))}
      </nav>
    </section>
  )
}

/** The fields of the form that are not in it: it is shown at the bottom of the screen. */
export const payFormId = 'pay'

/** The form that starts the payment. It contains the amount that was shown (`seen`), so that nobody
 *  pays a different amount unawares. */
export function PayForm({
  page,
  offer,
  quote,
  choice,
  form,
}: {
  page: PageContext
  offer: PlanOffer
  quote: Quote
  choice: CheckoutChoice
  form: PayFormOptions
}) {
  const messages = messagesFor(page.locale)
  const hiddenFields = {
    plan: offer.plan.slug,
    by: offer.method?.provider,
    coupon: quote.coupon && quote.coupon.is !== 'refused' ? quote.coupon.code : undefined,
    credit: choice.useCredit ? undefined : 'no',
    key: form.checkoutKey ?? undefined,
    seen: `${quote.total.currency} ${quote.total.amountMinor}`,
  }
  return (
    <form
      className="pay"
      id={payFormId}
      method="post"
      action={localizedPath(page.path, page.locale)}
    >
      {Object.entries(hiddenFields).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <button className="btn wide">
        {messages.pay_button({ amount: moneyText(quote.total) })}
      </button>
    </form>
  )
}
