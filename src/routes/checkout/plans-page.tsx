import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { choiceQuery, type CheckoutChoice } from '../../addresses/checkout-choice.ts'
import { moneyText } from '../../../domain/money.ts'
import { endIfBought, type Plan } from '../../../domain/plan.ts'
import { isEndingSoon, type OwnedPlan } from '../../../domain/subscription.ts'
import { dateText } from '../../ui/dates.ts'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'
import type { CheckoutData } from './offer.ts'
import { contentsText } from './plan-contents.tsx'
import { RefundRule } from './refund-rule.tsx'

/** Every plan of an address: what it costs, what is in it, until when it would run. `nowMs`: now.
 * */
export function PlansPage({
  page,
  data: { selection, isChoiceUnavailable, refundDays, premiumTests },
  choice,
  owned,
  nowMs,
}: {
  page: PageContext
  data: CheckoutData
  choice: CheckoutChoice
  /** What the reader has of the plans, by slug. */
  owned: ReadonlyMap<string, OwnedPlan>
  nowMs: number
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  return (
    <>
      <UnlistedMeta
        page={page}
        title={messages.page_title({ title: messages.plan_which_title() })}
        description={messages.plan_once()}
      />
      <InlineStyle name="checkout" />
      <div className="hero">
        <h1>
          <HighlightedText text={messages.plan_which()} />
        </h1>
        <p>{selection.plans.length > 0 ? messages.plan_once() : messages.plan_none_on_sale()}</p>
      </div>
      {isChoiceUnavailable && (
        <p className="note wrong" role="alert">
          {messages.plan_not_sold_here()}
        </p>
      )}
      <ul className="plans">
        {selection.plans.map((plan) => (
          <li key={plan.slug} lang={plan.locale === locale ? undefined : plan.locale}>
            <h2>{plan.name}</h2>
            <p>{plan.description}</p>
            <p lang={locale} className="small">
              {contentsText(plan, premiumTests, messages)}
            </p>
            <Sale
              page={page}
              plan={plan}
              href={localizedPath(page.path, locale) + choiceQuery({ ...choice, plan: plan.slug })}
              owned={owned.get(plan.slug) ?? null}
              nowMs={nowMs}
            />
          </li>
        ))}
      </ul>
      <RefundRule days={refundDays} messages={messages} />
    </>
  )
}

/** The price of a plan and the way to its bill; for its owner, until when it is open and the way to
 *  extend it; for the owner of plans that have all of it, which they are, and no price. */
function Sale({
  page: { locale },
  plan,
  href,
  owned,
  nowMs,
}: {
  page: PageContext
  plan: Plan
  href: string
  owned: OwnedPlan | null
  nowMs: number
}) {
  const messages = messagesFor(locale)
  const until = dateText(owned?.endsAt ?? endIfBought(plan, nowMs), locale)
  const by = owned?.by?.map(({ name }) => name).join('”, “')
  const isOffered = by === undefined || isEndingSoon(owned?.endsAt ?? '', nowMs)
  return (
    <>
      {owned && (
        <p lang={locale} className="note">
          {by === undefined
            ? messages.plan_open_until({ date: until })
            : messages.pay_owned_covered({ plan: by, until })}
        </p>
      )}
      {isOffered && (
        <>
          <p lang={locale}>
            <b>{plan.prices.map(moneyText).join(' · ')}</b>{' '}
            <small>
              {messages.plan_days({ count: plan.days })}
              {!owned && ` · ${messages.plan_until({ date: until })}`}
            </small>
          </p>
          <a lang={locale} className="btn quiet wide" href={href}>
            {owned && by === undefined ? messages.plan_extend() : messages.plan_choose()}{' '}
            <span className="unseen">{plan.name}</span>
          </a>
        </>
      )}
    </>
  )
}
