import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { choiceQuery, type CheckoutChoice } from '../../addresses/checkout-choice.ts'
import { moneyText } from '../../../domain/money.ts'
import type { Quote } from '../../../domain/payment.ts'
import type { Plan } from '../../../domain/plan.ts'
import { retentionPeriods } from '../../../domain/retention.ts'
import { isEndingSoon } from '../../../domain/subscription.ts'
import type { Brand } from '../../brand.ts'
import { CollectionNotice } from '../../ui/collection-notice.tsx'
import { Bill } from '../../ui/bill.tsx'
import { dateText } from '../../ui/dates.ts'
import { Meta, UnlistedMeta } from '../../ui/meta.tsx'
import { ProviderScripts } from '../../ui/provider-scripts.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { CouponForm } from './coupon-form.tsx'
import { OwnedNote } from './owned-note.tsx'
import type { CheckoutData, PlanOffer } from './offer.ts'
import { PayForm, type PayFormOptions, PaymentMethods } from './pay-form.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { StateField } from './state-field.tsx'
import { RefundRule } from './refund-rule.tsx'
import { PlanContents, hasNothingPremium } from './plan-contents.tsx'

/** One plan with everything to know before paying: the bill, the end date, the contents, the refund
 *  rule and the payment methods. */
export function PlanPage({
  page,
  brand,
  data,
  offer,
  choice,
  form,
  notice,
  nowMs,
  scripts,
}: {
  page: PageContext
  brand: Brand
  data: CheckoutData
  offer: PlanOffer
  choice: CheckoutChoice
  form: PayFormOptions
  notice: string | null
  nowMs: number
  scripts: readonly string[]
}) {
  const { plan, quote } = offer
  const messages = messagesFor(page.locale)
  const lang = langOf(plan, page)
  const to = (change: Partial<CheckoutChoice>) =>
    localizedPath(page.path, page.locale) + choiceQuery({ ...choice, plan: plan.slug, ...change })
  return (
    <div className="narrow">
      <PlanMeta page={page} offer={offer} isListed={data.selection.isOwnPage} />
      <InlineStyle name="form" />
      <InlineStyle name="checkout" />
      <div className="hero">
        <h1>
          <span lang={lang}>{plan.name}</span> –{' '}
          <mark>{messages.plan_days({ count: plan.days })}</mark>
        </h1>
        <p lang={lang}>{plan.description}</p>
      </div>
      {notice && (
        <p className="note wrong" role="alert">
          {notice}
        </p>
      )}
      {data.selection.plans.length > 1 && (
        <PlanChoice page={page} plans={data.selection.plans} chosen={plan} to={to} />
      )}
      {hasNothingPremium(plan, data.premiumTests) && (
        <p className="note">{messages.plan_all_free_now()}</p>
      )}
      {quote && <OwnedNote page={page} quote={quote} />}
      {quote && isCovered(quote, nowMs) ? (
        <p>
          <a className="btn quiet wide" href={localizedPath('/account', page.locale)}>
            {messages.my_account()}
          </a>
        </p>
      ) : quote ? (
        <>
          <div className="bill">
            <Bill
              lines={quote.lines}
              total={quote.total}
              totalLabel={messages.pay_total()}
              messages={messages}
            />
            <p className="small">
              {messages.plan_until_today({ date: dateText(quote.endsAt, page.locale) })}{' '}
              {messages.plan_once()}
              {quote.tax && ` ${messages.pay_tax_included({ percent: quote.tax.percent })}`}
            </p>
            <RefundRule days={data.refundDays} messages={messages} />
          </div>
          <PaymentMethods offer={offer} to={to} messages={messages} />
          <StateField page={page} quote={quote} choice={choice} form={form} />
          <PayForm page={page} offer={offer} quote={quote} choice={choice} form={form} />
          {form.continuesIn === 'browser' && <p className="small">{messages.pay_in_browser()}</p>}
          <p className="small">
            {form.isMember ? messages.pay_safe() : messages.pay_sign_in_first()}
          </p>
          <CouponForm page={page} offer={offer} quote={quote} choice={choice} to={to} />
          <CollectionNotice
            page={page}
            grievanceEmail={brand.grievance.email}
            items={[
              messages.notice_payment({ years: retentionPeriods.payments.years }),
              messages.notice_source(),
            ]}
          />
        </>
      ) : (
        <p className="note">{messages.pay_not_open()}</p>
      )}
      <PlanContents page={page} plan={plan} premiumTests={data.premiumTests} />
      {!page.isInApp && <Policies page={page} />}
      <SubmissionOverlay messages={messages} />
      <ProviderScripts urls={scripts} />
    </div>
  )
}

/** Whether another plan of the reader has all of this one, and not only for the next days. */
const isCovered = ({ owned }: Quote, nowMs: number) =>
  owned?.kind === 'covered' && !isEndingSoon(owned.endsAt, nowMs)

const langOf = (plan: Plan, { locale }: PageContext) =>
  plan.locale === locale ? undefined : plan.locale

function PlanMeta({
  page,
  offer,
  isListed,
}: {
  page: PageContext
  offer: PlanOffer
  isListed: boolean
}) {
  const messages = messagesFor(page.locale)
  const { plan, quote } = offer
  const price = quote?.total ?? plan.prices[0]
  const texts = {
    title: messages.page_title({ title: plan.name }),
    description: messages.plan_description({
      plan: plan.name,
      days: plan.days,
      price: price ? moneyText(price) : '',
    }),
  }
  return isListed ? (
    <Meta page={page} {...texts} shareImage="exam" />
  ) : (
    <UnlistedMeta page={page} {...texts} />
  )
}

/** Links to the policies. Not shown in the app, because the app store forbids links to payment
 *  terms. */
function Policies({ page }: { page: PageContext }) {
  const messages = messagesFor(page.locale)
  const links: [string, string][] = [
    ['/refundpolicy', messages.refund_policy()],
    ['/cancellationpolicy', messages.cancellation_policy()],
    ['/paymentpolicy', messages.payment_policy()],
    ['/terms', messages.terms()],
  ]
  return (
    <ul className="policies">
      {links.map(([path, label]) => (
        <li key={path}>
          <a href={localizedPath(path, page.locale)}>{label}</a>
        </li>
      ))}
    </ul>
  )
}
