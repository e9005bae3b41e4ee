import type { Brand } from '../../brand.ts'
import type { PageContext } from '../../addresses/address.ts'
import { providerNames, wayNames, type Payment } from '../../../domain/payment.ts'
import { Bill } from '../../ui/bill.tsx'
import { clockText, dateText } from '../../ui/dates.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { localizedName } from '../../ui/payment-text.ts'
import { messagesFor } from '../../ui/messages.ts'

/** A paid payment on a sheet of paper. `account`: by what the payer is known, masked for anybody else. */
export function ReceiptPage({
  place,
  brand,
  payment,
  paidAt,
  back,
  account,
}: {
  place: PageContext
  brand: Brand
  payment: Payment
  paidAt: string
  back: string
  account: string
}) {
  const { locale } = place
  const words = messagesFor(locale)
  const title = words.pay_receipt()
  const { text, lang } = localizedName(payment.plan.names, locale, payment.plan.slug)
  const { subscription } = payment
  const rows: [string, string][] = [
    [words.pay_time(), `${dateText(paidAt, locale)}, ${clockText(paidAt)}`],
    [words.pay_receipt_seller(), `${brand.name[locale]} · ${brand.supportEmail}`],
    [words.pay_account(), account],
    [words.pay_by(), wayNames[payment.provider]],
    [words.pay_reference(), payment.id],
  ]
  if (payment.receiptNumber !== null)
    rows.unshift([words.pay_receipt_number(), payment.receiptNumber])
  if (payment.reference !== null)
    rows.push([
      words.pay_provider_reference({ provider: providerNames[payment.provider] }),
      payment.reference,
    ])
  return (
    <div className="narrow receipt" data-copyable="">
      <UnlistedMeta title={words.page_title({ title })} description={words.pay_title()} />
      <InlineStyle name="form" />
      <InlineStyle name="payment" />
      <InlineStyle name="print" />
      <div className="hero">
        <h1>{title}</h1>
        <p lang={lang}>{text}</p>
        {subscription && (
          <p className="small">
            {dateText(subscription.startsAt, locale)} – {dateText(subscription.endsAt, locale)}
          </p>
        )}
      </div>
      <div className="bill">
        <Bill
          lines={
            payment.lines.length > 0
              ? payment.lines
              : [{ kind: 'price', label: null, amount: payment.amount }]
          }
          total={payment.amount}
          totalLabel={words.pay_total_paid()}
          messages={words}
        />
      </div>
      <dl className="particulars">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {payment.status === 'refunded' && <p>{words.pay_receipt_money_returned()}</p>}
      <p className="on-screen small">{words.print_lead()}</p>
      <p className="on-screen">
        <a href={back}>{words.pay_receipt_back()}</a>
      </p>
    </div>
  )
}
