import type { PageContext } from '../../addresses/address.ts'
import { moneyText } from '../../../domain/money.ts'
import { paymentMethodName, providerName, type Payment } from '../../../domain/payment.ts'
import { clockText, dateText } from '../../ui/dates.ts'
import { localizedName } from '../../ui/payment-text.ts'
import type { Messages } from '../../ui/messages.ts'

/** The facts by which a payer recognises a payment, and quotes it to support. */
export function PaymentFacts({
  page,
  payment,
  messages,
}: {
  page: PageContext
  payment: Payment
  messages: Messages
}) {
  const { plan, amount, provider, reference, account, subscription } = payment
  const { text, lang } = localizedName(plan.names, page.locale, plan.slug)
  const at = payment.paidAt ?? payment.createdAt
  const period =
    subscription &&
    [subscription.startsAt, subscription.endsAt]
      .map((date) => dateText(date, page.locale))
      .join(' – ')
  return (
    <dl className="particulars" data-copyable="">
      <Fact name={messages.pay_plan()} value={text} lang={lang} />
      {period && <Fact name={messages.pay_period()} value={period} />}
      <Fact name={messages.pay_amount()} value={moneyText(amount)} />
      <Fact name={messages.pay_by()} value={paymentMethodName(provider)} />
      <Fact name={messages.pay_time()} value={`${dateText(at, page.locale)}, ${clockText(at)}`} />
      {account !== null && !payment.isOwn && <Fact name={messages.pay_account()} value={account} />}
      <Fact name={messages.pay_reference()} value={payment.id} />
      {reference !== null && (
        <Fact
          name={messages.pay_provider_reference({ provider: providerName(provider) })}
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
