import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { choiceQuery, type CheckoutChoice } from '../../addresses/checkout-choice.ts'
import { moneyText } from '../../../domain/money.ts'
import { endIfBought, refundDays } from '../../../domain/plan.ts'
import { dateText } from '../../ui/dates.ts'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'
import type { Counter } from './offer.ts'
import { contentsText } from './plan-contents.tsx'

/** Every plan of an address: what it costs, what is in it, until when it would run. `nowMs`: today. */
export function PlansPage({
  place,
  counter: { shelf, premiumTests },
  choice,
  nowMs,
}: {
  place: PageContext
  counter: Counter
  choice: CheckoutChoice
  nowMs: number
}) {
  const { locale } = place
  const words = messagesFor(locale)
  return (
    <>
      <UnlistedMeta
        title={words.page_title({ title: words.plan_which_title() })}
        description={words.plan_once()}
      />
      <InlineStyle name="checkout" />
      <div className="hero">
        <h1>
          <HighlightedText text={words.plan_which()} />
        </h1>
        <p>{shelf.plans.length > 0 ? words.plan_once() : words.plan_none_on_sale()}</p>
      </div>
      <ul className="plans">
        {shelf.plans.map((plan) => (
          <li key={plan.slug} lang={plan.locale === locale ? undefined : plan.locale}>
            <h2>{plan.name}</h2>
            <p>{plan.description}</p>
            <p lang={locale} className="small">
              {contentsText(plan, premiumTests, words)}
            </p>
            <p lang={locale}>
              <b>{plan.prices.map(moneyText).join(' · ')}</b>{' '}
              <small>
                {words.plan_days({ count: plan.days })} ·{' '}
                {words.plan_until({ date: dateText(endIfBought(plan, nowMs), locale) })}
              </small>
            </p>
            <a
              lang={locale}
              className="btn quiet wide"
              href={localizedPath(place.path, locale) + choiceQuery({ ...choice, plan: plan.slug })}
            >
              {words.plan_choose()} <span className="unseen">{plan.name}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="small">{words.plan_refund_rule({ days: refundDays })}</p>
    </>
  )
}
