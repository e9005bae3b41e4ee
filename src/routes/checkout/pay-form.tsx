import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { CheckoutChoice } from '../../addresses/checkout-choice.ts'
import { moneyText } from '../../../domain/money.ts'
import { paymentMethodName, providerFacts, type Quote } from '../../../domain/payment.ts'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import type { PlanOffer } from './offer.ts'

/** What the form needs besides the choice. `checkoutKey`: the same key is the same order, however
 *  often it is sent; a visitor has none and is asked to sign in. `leads`: where the payment
 *  continues. */
export type PayFormOptions = {
  checkoutKey: string | null
  isMember: boolean
  leads: 'to-provider' | 'to-browser'
}

/** The ways to pay with their prices, as links: each shows its own bill. */
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
            href={to({ by: provider })}
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

/** The button that pays. The form carries the amount that was shown, so that nobody pays another
 *  one without having seen it. */
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
  const hidden = {
    plan: offer.plan.slug,
    by: offer.method?.provider,
    coupon: quote.coupon?.isAccepted ? quote.coupon.code : undefined,
    credit: choice.credit ? undefined : 'no',
    key: form.checkoutKey ?? undefined,
    seen: `${quote.total.currency} ${quote.total.amountMinor}`,
  }
  return (
    <form className="pay" method="post" action={localizedPath(page.path, page.locale)}>
      {Object.entries(hidden).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <button className="btn wide">
        {messages.pay_button({ amount: moneyText(quote.total) })}
      </button>
    </form>
  )
}
