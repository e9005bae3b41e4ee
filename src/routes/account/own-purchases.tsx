import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { moneyText } from '../../../domain/money.ts'
import { paymentPath, type Payment } from '../../../domain/payment.ts'
import { daysLeft } from '../../../domain/plan.ts'
import {
  endingSoon,
  isRunning,
  type Referral,
  type Subscription,
} from '../../../domain/subscription.ts'
import { dateText } from '../../ui/dates.ts'
import { Field } from '../../ui/field.tsx'
import { nameFor, refundText, statusName } from '../../ui/payment-words.ts'
import { wordsIn, type Words } from '../../ui/words.ts'

/** What a member has bought, paid and earned; null: could not be asked just now. */
export type Purchases = {
  subscriptions: readonly Subscription[] | null
  payments: readonly Payment[] | null
  referral: Referral | null
}

/** The plans of a member, their payments, and their code for friends. `nowMs`: today. */
export function OwnPurchases({
  place,
  purchases: { subscriptions, payments, referral },
  nowMs,
}: {
  place: PageContext
  purchases: Purchases
  nowMs: number
}) {
  const words = wordsIn(place.locale)
  return (
    <>
      <section>
        <h2>{words.plan_mine()}</h2>
        {subscriptions ? (
          <Subscriptions place={place} all={subscriptions} nowMs={nowMs} words={words} />
        ) : (
          <p>{words.pay_not_loaded()}</p>
        )}
      </section>
      {(payments === null || payments.length > 0) && (
        <section>
          <h2>{words.pay_mine()}</h2>
          {payments === null && <p>{words.pay_not_loaded()}</p>}
          <ul className="rows">
            {payments?.map((payment) => (
              <PaymentRow key={payment.id} place={place} payment={payment} words={words} />
            ))}
          </ul>
        </section>
      )}
      {referral && <Friends place={place} referral={referral} words={words} />}
    </>
  )
}

function Subscriptions({
  place,
  all,
  nowMs,
  words,
}: {
  place: PageContext
  all: readonly Subscription[]
  nowMs: number
  words: Words
}) {
  const { locale } = place
  const plans = localizedPath('/subscription/checkout', locale)
  return (
    <>
      {endingSoon(all, nowMs).map(({ id, plan, endsAt }) => {
        const days = daysLeft(endsAt, nowMs)
        const date = dateText(endsAt, locale)
        return (
          <p className="note" key={id}>
            {days <= 1
              ? words.plan_ends_today({ plan: plan.name })
              : words.plan_ends_in({ plan: plan.name, days, date })}
            <a href={`${plans}?plan=${plan.slug}`}>{words.see_plans()}</a>
          </p>
        )
      })}
      <ul className="rows">
        {all.map((one) => (
          <li key={one.id}>
            <b lang={one.plan.locale === locale ? undefined : (one.plan.locale ?? undefined)}>
              {one.plan.name}
            </b>
            <small>{periodText(one, nowMs, place, words)}</small>
          </li>
        ))}
      </ul>
      {!all.some((one) => isRunning(one, nowMs)) && <p>{words.plan_mine_none()}</p>}
      <p>
        <a href={plans}>{words.plan_all()}</a>
      </p>
    </>
  )
}

function periodText(
  one: Subscription,
  nowMs: number,
  { locale }: PageContext,
  words: Words,
): string {
  switch (one.status) {
    case 'refunded':
      return words.plan_money_returned()
    case 'cancelled':
      return words.plan_stopped()
    case 'active': {
      const date = dateText(one.endsAt, locale)
      if (Date.parse(one.endsAt) <= nowMs) return words.plan_ended({ date })
      const until = words.plan_until({ date })
      return isRunning(one, nowMs)
        ? until
        : `${words.plan_starts({ date: dateText(one.startsAt, locale) })} · ${until}`
    }
  }
}

function PaymentRow({
  place,
  payment,
  words,
}: {
  place: PageContext
  payment: Payment
  words: Words
}) {
  const { text, lang } = nameFor(payment.plan.names, place.locale, payment.plan.slug)
  const { refund } = payment
  return (
    <li>
      <a href={localizedPath(paymentPath(payment.id), place.locale)}>
        <span lang={lang}>{text}</span>, {moneyText(payment.amount)}
      </a>
      <small>
        {dateText(payment.paidAt ?? payment.createdAt, place.locale)} · {statusName(payment, words)}
      </small>
      {refund && payment.status !== 'refunded' && <small>{refundText(refund.status, words)}</small>}
    </li>
  )
}

function Friends({
  place,
  referral,
  words,
}: {
  place: PageContext
  referral: Referral
  words: Words
}) {
  return (
    <section className="friends">
      <h2>{words.pay_referral()}</h2>
      <p>{words.pay_referral_lead()}</p>
      <p>
        {words.pay_referral_code()}: <b data-copyable="">{referral.code}</b>
      </p>
      {referral.credits.length > 0 && (
        <p>
          {words.pay_referral_credit()}: <b>{referral.credits.map(moneyText).join(' · ')}</b>
        </p>
      )}
      <form
        className="fields"
        method="post"
        action={localizedPath('/account/referral', place.locale)}
      >
        <Field
          name="code"
          label={words.pay_referral_have()}
          hint={words.pay_referral_have_hint()}
          value=""
          focused={false}
          maxLength={40}
          autoComplete="off"
          required
        />
        <button className="btn quiet wide">{words.pay_referral_add()}</button>
      </form>
    </section>
  )
}
