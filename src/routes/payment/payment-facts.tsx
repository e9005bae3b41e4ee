import type { PageContext } from '../../addresses/address.ts'
import { moneyText } from '../../../domain/money.ts'
import { providerNames, wayNames, type Payment } from '../../../domain/payment.ts'
import { clockText, dateText } from '../../ui/dates.ts'
import { localizedName } from '../../ui/payment-text.ts'
import type { Messages } from '../../ui/messages.ts'

/** What one needs to recognise a payment, and to write to us about it. */
export function PaymentFacts({
  place,
  payment,
  words,
}: {
  place: PageContext
  payment: Payment
  words: Messages
}) {
  const { plan, amount, provider, reference, account, subscription } = payment
  const { text, lang } = localizedName(plan.names, place.locale, plan.slug)
  const at = payment.paidAt ?? payment.createdAt
  const period =
    subscription &&
    `${dateText(subscription.startsAt, place.locale)} – ${dateText(subscription.endsAt, place.locale)}`
  return (
    <dl className="particulars" data-copyable="">
      <Fact name={words.pay_plan()} value={text} lang={lang} />
      {period && <Fact name={words.pay_period()} value={period} />}
      <Fact name={words.pay_amount()} value={moneyText(amount)} />
      <Fact name={words.pay_by()} value={wayNames[provider]} />
      <Fact name={words.pay_time()} value={`${dateText(at, place.locale)}, ${clockText(at)}`} />
      {account !== null && !payment.isOwn && <Fact name={words.pay_account()} value={account} />}
      <Fact name={words.pay_reference()} value={payment.id} />
      {reference !== null && (
        <Fact
          name={words.pay_provider_reference({ provider: providerNames[provider] })}
          value={reference}
        />
      )}
    </dl>
  )
}

function Fact({ name, value, lang }: { name: string; value: string; lang?: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd lang={lang}>{value}</dd>
    </div>
  )
}
