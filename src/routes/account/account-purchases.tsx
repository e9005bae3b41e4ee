import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { moneyText } from '../../../domain/money.ts'
import { paymentPath, taxDocumentPath, type Payment } from '../../../domain/payment.ts'
import { daysLeft } from '../../../domain/plan.ts'
import {
  endingSoon,
  isRunning,
  type Referral,
  type Subscription,
} from '../../../domain/subscription.ts'
import { dateText } from '../../ui/dates.ts'
import { FormField } from '../../ui/form-field.tsx'
import {
  localizedName,
  paymentStatusName,
  refundNote,
  taxDocumentTitle,
} from '../../ui/payment-text.ts'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** A member's subscriptions, payments and referral credit; null for those that could not be
 *  loaded. */
export type Purchases = {
  subscriptions: readonly Subscription[] | null
  payments: readonly Payment[] | null
  referral: Referral | null
}

/** A member's plans, payments and referral code. `nowMs`: the time of the request. */
export function AccountPurchases({
  page,
  purchases: { subscriptions, payments, referral },
  nowMs,
}: {
  page: PageContext
  purchases: Purchases
  nowMs: number
}) {
  const messages = messagesFor(page.locale)
  return (
    <>
      <section>
        <h2>{messages.plan_mine()}</h2>
        {subscriptions ? (
          <Subscriptions page={page} subscriptions={subscriptions} nowMs={nowMs} />
        ) : (
          <p>{messages.pay_not_loaded()}</p>
        )}
      </section>
      {(payments === null || payments.length > 0) && (
        <section>
          <h2>{messages.pay_mine()}</h2>
          {payments === null && <p>{messages.pay_not_loaded()}</p>}
          <ul className="rows">
            {payments?.map((payment) => (
              <PaymentRow key={payment.id} page={page} payment={payment} />
            ))}
          </ul>
        </section>
      )}
      {referral && <Referrals page={page} referral={referral} />}
    </>
  )
}

function Subscriptions({
  page,
  subscriptions,
  nowMs,
}: {
  page: PageContext
  subscriptions: readonly Subscription[]
  nowMs: number
}) {
  const messages = messagesFor(page.locale)
  const { locale } = page
  const plans = localizedPath('/subscription/checkout', locale)
  return (
    <>
      {endingSoon(subscriptions, nowMs).map(({ id, plan, endsAt }) => {
        const days = daysLeft(endsAt, nowMs)
        const date = dateText(endsAt, locale)
        return (
          <p className="note" key={id}>
            {days <= 1
              ? messages.plan_ends_today({ plan: plan.name })
              : messages.plan_ends_in({ plan: plan.name, days, date })}
            <a href={`${plans}?plan=${plan.slug}`}>{messages.see_plans()}</a>
          </p>
        )
      })}
      <ul className="rows">
        {subscriptions.map((subscription) => (
          <li key={subscription.id}>
            <b
              lang={
                subscription.plan.locale === locale
                  ? undefined
                  : (subscription.plan.locale ?? undefined)
              }
            >
              {subscription.plan.name}
            </b>
            <small>{periodText(subscription, nowMs, page, messages)}</small>
            {subscription.isGiven && <small>{messages.plan_given()}</small>}
          </li>
        ))}
      </ul>
      {!subscriptions.some((subscription) => isRunning(subscription, nowMs)) && (
        <p>{messages.plan_mine_none()}</p>
      )}
      <p>
        <a href={plans}>{messages.plan_all()}</a>
      </p>
    </>
  )
}

function periodText(
  subscription: Subscription,
  nowMs: number,
  { locale }: PageContext,
  messages: Messages,
): string {
  switch (subscription.status) {
    case 'refunded':
      return messages.plan_money_returned()
    case 'cancelled':
      return messages.plan_stopped()
    case 'active': {
      const date = dateText(subscription.endsAt, locale)
      if (Date.parse(subscription.endsAt) <= nowMs) return messages.plan_ended({ date })
      const until = messages.plan_until({ date })
      return isRunning(subscription, nowMs)
        ? until
        : `${messages.plan_starts({ date: dateText(subscription.startsAt, locale) })} · ${until}`
    }
  }
}

function PaymentRow({ page, payment }: { page: PageContext; payment: Payment }) {
  const messages = messagesFor(page.locale)
  const { text, lang } = localizedName(payment.plan.names, page.locale, payment.plan.slug)
  const refund = refundNote(payment, messages)
  return (
    <li>
      <a href={localizedPath(paymentPath(payment.id), page.locale)}>
        <span lang={lang}>{text}</span>, {moneyText(payment.amount)}
      </a>
      <small>
        {dateText(payment.paidAt ?? payment.createdAt, page.locale)} ·{' '}
        {paymentStatusName(payment, messages)}
      </small>
      {refund && <small>{refund}</small>}
      {payment.taxDocuments.map((one) => (
        <a key={one.number} href={localizedPath(taxDocumentPath(payment.id, one), page.locale)}>
          {taxDocumentTitle(one, messages)}
        </a>
      ))}
    </li>
  )
}

function Referrals({ page, referral }: { page: PageContext; referral: Referral }) {
  const messages = messagesFor(page.locale)
  return (
    <section className="friends">
      <h2>{messages.pay_referral()}</h2>
      <p>{messages.pay_referral_lead()}</p>
      <p>
        {messages.pay_referral_code()}: <b data-copyable="">{referral.code}</b>
      </p>
      {referral.pendingCredits.length > 0 && (
        <p className="small">
          {messages.pay_referral_pending({
            amount: referral.pendingCredits.map(moneyText).join(' · '),
          })}
        </p>
      )}
      {referral.credits.length > 0 && (
        <p>
          {messages.pay_referral_credit()}: <b>{referral.credits.map(moneyText).join(' · ')}</b>
        </p>
      )}
      <form
        className="fields"
        method="post"
        action={localizedPath('/account/referral', page.locale)}
      >
        <FormField
          name="code"
          label={messages.pay_referral_have()}
          hint={messages.pay_referral_have_hint()}
          value=""
          autoFocus={false}
          maxLength={40}
          autoComplete="off"
          required
        />
        <button className="btn quiet wide">{messages.pay_referral_add()}</button>
      </form>
    </section>
  )
}
