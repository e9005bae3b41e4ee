import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { choiceQuery, type CheckoutChoice } from '../../addresses/checkout-choice.ts'
import { moneyText } from '../../../domain/money.ts'
import { refundDays, type Plan } from '../../../domain/plan.ts'
import { Bill } from '../../ui/bill.tsx'
import { dateText } from '../../ui/dates.ts'
import { Meta, UnlistedMeta } from '../../ui/meta.tsx'
import { ProviderScripts } from '../../ui/provider-scripts.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { CouponForm } from './coupon-form.tsx'
import type { Counter, Offer } from './offer.ts'
import { PayForm, type Form, WaysToPay } from './pay-form.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { PlanContents, hasNothingPremium } from './plan-contents.tsx'

/** One plan and everything that one has to know before paying for it, in one view: what it costs and why, until when
 *  it runs, what is in it, how its money comes back, and through whom to pay. */
export function PlanPage({
  place,
  counter,
  offer,
  choice,
  form,
  notice,
  scripts,
}: {
  place: PageContext
  counter: Counter
  offer: Offer
  choice: CheckoutChoice
  form: Form
  notice: string | null
  scripts: readonly string[]
}) {
  const { plan, quote } = offer
  const words = messagesFor(place.locale)
  const lang = langOf(plan, place)
  const to = (change: Partial<CheckoutChoice>) =>
    localizedPath(place.path, place.locale) + choiceQuery({ ...choice, plan: plan.slug, ...change })
  return (
    <div className="narrow">
      <PlanMeta place={place} offer={offer} isListed={counter.shelf.isOwnPage} />
      <InlineStyle name="form" />
      <InlineStyle name="checkout" />
      <div className="hero">
        <h1>
          <span lang={lang}>{plan.name}</span> –{' '}
          <mark>{words.plan_days({ count: plan.days })}</mark>
        </h1>
        <p lang={lang}>{plan.description}</p>
      </div>
      {notice && (
        <p className="note wrong" role="alert">
          {notice}
        </p>
      )}
      {counter.shelf.plans.length > 1 && (
        <PlanChoice place={place} plans={counter.shelf.plans} chosen={plan} to={to} />
      )}
      {hasNothingPremium(plan, counter.premiumTests) && (
        <p className="note">{words.plan_all_free_now()}</p>
      )}
      {quote ? (
        <>
          <div className="bill">
            <Bill
              lines={quote.lines}
              total={quote.total}
              totalLabel={words.pay_total()}
              messages={words}
            />
            <p className="small">
              {words.plan_until_today({ date: dateText(quote.endsAt, place.locale) })}{' '}
              {words.plan_once()}
            </p>
            <p className="small">{words.plan_refund_rule({ days: refundDays })}</p>
          </div>
          <WaysToPay offer={offer} to={to} words={words} />
          <PayForm place={place} offer={offer} quote={quote} choice={choice} form={form} />
          {form.leads === 'to-browser' && <p className="small">{words.pay_in_browser()}</p>}
          <p className="small">{form.isMember ? words.pay_safe() : words.pay_sign_in_first()}</p>
          <CouponForm place={place} offer={offer} quote={quote} choice={choice} to={to} />
        </>
      ) : (
        <p className="note">{words.pay_not_open()}</p>
      )}
      <PlanContents place={place} plan={plan} premiumTests={counter.premiumTests} />
      {!place.inApp && <Policies place={place} />}
      <SubmissionOverlay messages={words} />
      <ProviderScripts urls={scripts} />
    </div>
  )
}

const langOf = (plan: Plan, { locale }: PageContext) =>
  plan.locale === locale ? undefined : plan.locale

function PlanMeta({
  place,
  offer,
  isListed,
}: {
  place: PageContext
  offer: Offer
  isListed: boolean
}) {
  const words = messagesFor(place.locale)
  const { plan, quote } = offer
  const price = quote?.total ?? plan.prices[0]
  const texts = {
    title: words.page_title({ title: plan.name }),
    description: words.plan_description({
      plan: plan.name,
      days: plan.days,
      price: price ? moneyText(price) : '',
    }),
  }
  return isListed ? <Meta page={place} {...texts} shareImage="exam" /> : <UnlistedMeta {...texts} />
}

/** The rules in full; the app, whose store forbids it, does not show them. */
function Policies({ place }: { place: PageContext }) {
  const words = messagesFor(place.locale)
  const links: [string, string][] = [
    ['/refundpolicy', words.refund_policy()],
    ['/cancellationpolicy', words.cancellation_policy()],
    ['/paymentpolicy', words.payment_policy()],
    ['/terms', words.terms()],
  ]
  return (
    <ul className="policies">
      {links.map(([path, label]) => (
        <li key={path}>
          <a href={localizedPath(path, place.locale)}>{label}</a>
        </li>
      ))}
    </ul>
  )
}
