import type { Brand } from '../../brand.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import {
  isPartlyRefunded,
  paymentMethodName,
  providerName,
  taxDocumentPath,
  type Payment,
} from '../../../domain/payment.ts'
import { Bill } from '../../ui/bill.tsx'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { clockText, dateText } from '../../ui/dates.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { localizedName, partlyRefundedText, taxDocumentTitle } from '../../ui/payment-text.ts'
import { messagesFor } from '../../ui/messages.ts'

/** The receipt of a payment, for printing. `account`: the payer's account, masked for others. */
export function ReceiptPage({
  page,
  brand,
  payment,
  paidAt,
  back,
  account,
}: {
  page: PageContext
  brand: Brand
  payment: Payment
  paidAt: string
  back: string
  account: string
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const title = messages.pay_receipt()
  const { text, lang } = localizedName(payment.plan.names, locale, payment.plan.slug)
  const { subscription } = payment
  const rows: [string, string][] = [
    [messages.pay_time(), `${dateText(paidAt, locale)}, ${clockText(paidAt)}`],
    [messages.pay_receipt_seller(), `${brand.name[locale]} · ${brand.supportEmail}`],
    [messages.pay_account(), account],
    [messages.pay_by(), paymentMethodName(payment.provider)],
    [messages.pay_reference(), payment.id],
  ]
  if (payment.receiptNumber !== null)
    rows.unshift([messages.pay_receipt_number(), payment.receiptNumber])
  if (payment.reference !== null)
    rows.push([
      messages.pay_provider_reference({ provider: providerName(payment.provider) }),
      payment.reference,
    ])
  return (
    <div className="narrow receipt" data-copyable="">
      <UnlistedMeta title={messages.page_title({ title })} description={messages.pay_title()} />
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
          totalLabel={messages.pay_total_paid()}
          messages={messages}
        />
      </div>
      <dl className="particulars">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <BreakableText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {payment.isTaxed === false && <p>{messages.tax_not_registered()}</p>}
      {payment.taxDocuments.map((one) => (
        <p key={one.number}>
          <a href={localizedPath(taxDocumentPath(payment.id, one), locale)}>
            {taxDocumentTitle(one, messages)}
          </a>
        </p>
      ))}
      {payment.status === 'refunded' && <p>{messages.pay_receipt_money_returned()}</p>}
      {isPartlyRefunded(payment) && <p>{partlyRefundedText(payment, messages)}</p>}
      <p className="on-screen small">{messages.print_lead()}</p>
      <p className="on-screen">
        <a href={back}>{messages.pay_receipt_back()}</a>
      </p>
    </div>
  )
}
