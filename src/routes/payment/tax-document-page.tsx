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

/** `lang`: of the value, if it is not the page's. `english`: the same for a tax officer. */
type Row = { name: string; value: string; lang?: string | undefined; english?: string }

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
  const english = messagesFor(authoritativeLocale)
  const rows: Row[] = [
    { name: messages.tax_number(), value: document.number },
    { name: messages.tax_date(), value: dateText(document.issuedOn, locale) },
    ...(invoice ? [{ name: messages.tax_of_invoice(), value: invoiceText(invoice, page) }] : []),
    { name: messages.pay_receipt_seller(), value: `${seller.name}, ${seller.address}` },
    { name: 'GSTIN', value: seller.gstin },
    { name: messages.tax_buyer(), value: buyer },
    {
      ...{ name: messages.tax_service(), lang },
      value: `${text}, ${messages.plan_days({ count: plan.days })}`,
      english: [
        plan.names[authoritativeLocale] ?? plan.slug,
        english.plan_days({ count: plan.days }),
      ].join(', '),
    },
    {
      name: messages.tax_place_of_supply(),
      value: `${placeOfSupplyName(document.placeOfSupply, locale)} (${document.placeOfSupply})`,
      english: placeOfSupplyName(document.placeOfSupply, authoritativeLocale),
    },
    ...(document.country === null
      ? []
      : [
          {
            name: messages.tax_country(),
            value: `${countryName(document.country, locale)} (${document.country})`,
            english: countryName(document.country, authoritativeLocale),
          },
        ]),
    { name: 'SAC', value: seller.sac },
    { name: messages.pay_reference(), value: paymentId },
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
          <p lang={authoritativeLocale}>{titleOf(kind, english)}</p>
        )}
      </div>
      <dl className="particulars">
        {rows.map((row) => (
          <div key={row.name}>
            <dt>{row.name}</dt>
            <dd>
              <span lang={row.lang}>
                <BreakableText text={row.value} />
              </span>
              {row.english !== undefined && locale !== authoritativeLocale && (
                <>
                  <br />
                  <span lang={authoritativeLocale}>{row.english}</span>
                </>
              )}
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
          {exportText(document, english)} {english.tax_no_reverse_charge()}
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
