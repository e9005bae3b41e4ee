import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { countryName } from '../../../domain/countries.ts'
import { isUtgstState, placeOfSupplyName } from '../../../domain/gst-states.ts'
import { authoritativeLocale } from '../../../domain/locale.ts'
import { exactMoneyText, type Money } from '../../../domain/money.ts'
import { paymentPath, type TaxDocument } from '../../../domain/payment.ts'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { dateText } from '../../ui/dates.ts'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { localizedName, taxDocumentTitle } from '../../ui/payment-text.ts'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** A tax invoice or a credit note, for printing on A4. `buyer`: the payer's name, if it is known,
 *  and account. What a tax officer reads is in English too. Its contents are those that rules 46
 *  and 53 of the CGST Rules want. */
export function TaxDocumentPage({
  page,
  document,
  paymentId,
  buyer,
}: {
  page: PageContext
  document: TaxDocument
  paymentId: string
  buyer: string
}) {
  const { locale } = page
  const messages = messagesFor(locale)
  const { kind, seller, plan, invoice } = document
  const { text, lang } = localizedName(plan.names, locale, plan.slug)
  const rows: [string, string, (string | undefined)?][] = [
    [messages.tax_number(), document.number],
    [messages.tax_date(), dateText(document.issuedOn, locale)],
    ...(invoice
      ? [[messages.tax_of_invoice(), invoiceText(invoice, page)] satisfies [string, string]]
      : []),
    [messages.pay_receipt_seller(), `${seller.name}, ${seller.address}`],
    ['GSTIN', seller.gstin],
    [messages.tax_buyer(), buyer],
    [messages.tax_service(), `${text}, ${messages.plan_days({ count: plan.days })}`, lang],
    [messages.tax_place_of_supply(), placeText(document, page)],
    ...(document.country === null
      ? []
      : [[messages.tax_country(), countryText(document.country, page)] satisfies [string, string]]),
    ['SAC', seller.sac],
    [messages.pay_reference(), paymentId],
  ]
  return (
    <div className="narrow receipt" data-copyable="">
      <UnlistedMeta
        title={messages.page_title({ title: taxDocumentTitle(document, messages) })}
        description={messages.pay_title()}
      />
      <InlineStyle name="form" />
      <InlineStyle name="payment" />
      <InlineStyle name="bill" />
      <InlineStyle name="print" />
      <div className="hero">
        <h1>{titleOf(kind, messages)}</h1>
        {locale !== authoritativeLocale && (
          <p lang={authoritativeLocale}>{titleOf(kind, messagesFor(authoritativeLocale))}</p>
        )}
      </div>
      <dl className="particulars">
        {rows.map(([name, value, valueLang]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd lang={valueLang}>
              <BreakableText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <Amounts document={document} messages={messages} />
      <p className="small">
        {exportText(document, messages)} {messages.tax_no_reverse_charge()}{' '}
        {messages.tax_no_signature()}
      </p>
      {locale !== authoritativeLocale && (
        <p className="small" lang={authoritativeLocale}>
          {exportText(document, messagesFor(authoritativeLocale))}{' '}
          {messagesFor(authoritativeLocale).tax_no_reverse_charge()}
        </p>
      )}
      <p className="on-screen small">{messages.print_lead()}</p>
      <p className="on-screen">
        <a href={localizedPath(paymentPath(paymentId), locale)}>{messages.pay_receipt_back()}</a>
      </p>
    </div>
  )
}

/** The taxable value, the tax at its rate, and the total. */
function Amounts({ document, messages }: { document: TaxDocument; messages: Messages }) {
  return (
    <div className="bill">
      <dl className="lines">
        <Amount name={messages.tax_taxable_value()} amount={document.taxable} />
        {taxLines(document).map(([name, amount]) => (
          <Amount key={name} name={name} amount={amount} />
        ))}
        <div className="total">
          <dt>{document.percent === 0 ? messages.tax_total_untaxed() : messages.tax_total()}</dt>
          <dd>{exactMoneyText(document.amount)}</dd>
        </div>
      </dl>
    </div>
  )
}

function Amount({ name, amount }: { name: string; amount: Money }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{exactMoneyText(amount)}</dd>
    </div>
  )
}

function taxLines({
  supply,
  percent,
  placeOfSupply,
  cgst,
  sgst,
  igst,
}: TaxDocument): [string, Money][] {
  if (percent === 0) return []
  if (supply !== 'intra-state') return [[`IGST ${percent}%`, igst]]
  const half = `${percent >> 1}${percent & 1 ? '.5' : ''}`
  return [
    [`CGST ${half}%`, cgst],
    [`${isUtgstState(placeOfSupply) ? 'UTGST' : 'SGST'} ${half}%`, sgst],
  ]
}

const titleOf = (kind: TaxDocument['kind'], messages: Messages) =>
  kind === 'invoice' ? messages.tax_invoice() : messages.tax_credit_note()

const placeText = ({ placeOfSupply }: TaxDocument, { locale }: PageContext) =>
  `${placeOfSupplyName(placeOfSupply, locale)} (${placeOfSupply})`

/** The country of destination; its English name too, for a tax officer. */
function countryText(code: string, { locale }: PageContext): string {
  const english = `${countryName(code, authoritativeLocale)} (${code})`
  return locale === authoritativeLocale ? english : `${countryName(code, locale)}, ${english}`
}

const invoiceText = (
  { number, issuedOn }: { number: string; issuedOn: string },
  { locale }: PageContext,
) => `${number}, ${dateText(issuedOn, locale)}`

/** The sentence that rule 46 wants on an export's invoice. */
function exportText({ supply, seller }: TaxDocument, messages: Messages): string {
  switch (supply) {
    case 'export':
      return messages.tax_export_unpaid({ lut: seller.lut })
    case 'taxed-export':
      return messages.tax_export_paid()
    case 'intra-state':
    case 'inter-state':
      return ''
  }
}
