import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { CheckoutChoice } from '../../addresses/checkout-choice.ts'
import { moneyText } from '../../../domain/money.ts'
import { wayNames, type Quote } from '../../../domain/payment.ts'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import type { Offer } from './offer.ts'

/** What the form needs besides the choice. `checkoutKey`: the same key is the same order, however often it is sent;
 *  a visitor has none and is asked to sign in. `leads`: where the payment goes on. */
export type Form = {
  checkoutKey: string | null
  isMember: boolean
  leads: 'to-provider' | 'to-browser'
}

/** Through whom to pay, each with its price, as links: each shows its own bill. */
export function WaysToPay({
  offer: { ways, way },
  to,
  words,
}: {
  offer: Offer
  to: (change: Partial<CheckoutChoice>) => string
  words: Messages
}) {
  return (
    <section>
      <h2 id="how">{words.pay_how()}</h2>
      <nav className="options" aria-labelledby="how">
        {ways.map(({ provider, price }) => (
          <a
            key={provider}
            href={to({ by: provider })}
            aria-current={provider === way?.provider ? 'true' : undefined}
          >
            {wayNames[provider]}
            <small>
              {[
                provider === 'phonepe' ? words.pay_in_india() : words.pay_outside_india(),
                moneyText(price),
              ].join(' · ')}
            </small>
          </a>
        ))}
      </nav>
    </section>
  )
}

/** The one thing to do here. It carries the sum that was seen, so that nobody pays another one unawares. */
export function PayForm({
  place,
  offer,
  quote,
  choice,
  form,
}: {
  place: PageContext
  offer: Offer
  quote: Quote
  choice: CheckoutChoice
  form: Form
}) {
  const words = messagesFor(place.locale)
  const hidden = {
    plan: offer.plan.slug,
    by: offer.way?.provider,
    coupon: quote.coupon?.isTaken ? quote.coupon.code : undefined,
    credit: choice.credit ? undefined : 'no',
    key: form.checkoutKey ?? undefined,
    seen: `${quote.total.currency} ${quote.total.amountMinor}`,
  }
  return (
    <form className="pay" method="post" action={localizedPath(place.path, place.locale)}>
      {Object.entries(hidden).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <button className="btn wide">{words.pay_button({ amount: moneyText(quote.total) })}</button>
    </form>
  )
}
