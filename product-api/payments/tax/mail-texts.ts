import { countryName } from '../../../domain/countries.ts'
import { isUtgstState, placeOfSupplyName } from '../../../domain/gst-states.ts'
import {
  authoritativeLocale,
  defaultLocale,
  translationFor,
  type Locale,
  type Translations,
} from '../../../domain/locale.ts'
import { exactMoneyText } from '../../../domain/money.ts'
import { taxDocumentPath } from '../../../domain/payment.ts'
import { offerOf } from '../ledger/transactions.ts'
import { documentNumber, sellerOf, type TaxDocument } from './tax-documents.ts'

type Words = {
  invoice: string
  creditNote: string
  brand: string
  invoiceLead: string
  creditNoteLead: string
  number: string
  date: string
  ofInvoice: string
  seller: string
  buyer: string
  plan: string
  placeOfSupply: string
  country: string
  taxable: string
  total: string
  totalUntaxed: string
  exportUnpaid: (lut: string) => string
  exportPaid: string
  page: string
}

const words: Translations<Words> = {
  en: {
    brand: 'Abhyasa',
    invoice: 'Tax invoice',
    creditNote: 'Credit note',
    invoiceLead: 'Thank you for your payment. This is your tax invoice.',
    creditNoteLead: 'Money has been given back to you. This is the credit note for it.',
    number: 'Number',
    date: 'Date',
    ofInvoice: 'For the invoice',
    seller: 'Seller',
    buyer: 'Buyer',
    plan: 'Plan',
    placeOfSupply: 'Place of supply',
    country: 'Country of destination',
    taxable: 'Taxable value',
    total: 'Total, tax included',
    totalUntaxed: 'Total; no tax is charged',
    exportUnpaid: (lut) =>
      `Supply meant for export under letter of undertaking ${lut}, without payment of integrated ` +
      'tax.',
    exportPaid: 'Supply meant for export on payment of integrated tax.',
    page: 'To print it, sign in and open this page:',
  },
  kn: {
    brand: 'ಅಭ್ಯಾಸ',
    invoice: 'ತೆರಿಗೆ ಇನ್‌ವಾಯ್ಸ್',
    creditNote: 'ಕ್ರೆಡಿಟ್ ನೋಟ್',
    invoiceLead: 'ಪಾವತಿಗಾಗಿ ಧನ್ಯವಾದಗಳು. ನಿಮ್ಮ ತೆರಿಗೆ ಇನ್‌ವಾಯ್ಸ್ ಇಲ್ಲಿದೆ.',
    creditNoteLead: 'ನಿಮಗೆ ಹಣ ಮರಳಿಸಲಾಗಿದೆ. ಅದರ ಕ್ರೆಡಿಟ್ ನೋಟ್ ಇಲ್ಲಿದೆ.',
    number: 'ಸಂಖ್ಯೆ',
    date: 'ದಿನಾಂಕ',
    ofInvoice: 'ಯಾವ ಇನ್‌ವಾಯ್ಸ್‌ಗೆ',
    seller: 'ಮಾರಾಟಗಾರರು',
    buyer: 'ಖರೀದಿದಾರರು',
    plan: 'ಯೋಜನೆ',
    placeOfSupply: 'ಪೂರೈಕೆಯ ಸ್ಥಳ',
    country: 'ಸೇವೆ ತಲುಪುವ ದೇಶ',
    taxable: 'ತೆರಿಗೆಗೆ ಒಳಪಡುವ ಮೌಲ್ಯ',
    total: 'ತೆರಿಗೆ ಸೇರಿ ಒಟ್ಟು',
    totalUntaxed: 'ಒಟ್ಟು; ತೆರಿಗೆ ವಿಧಿಸಿಲ್ಲ',
    exportUnpaid: (lut) => {
      const supply = `ಮುಚ್ಚಳಿಕೆ ಪತ್ರ ${lut} ಅಡಿಯಲ್ಲಿ ರಫ್ತಿಗಾಗಿ ಪೂರೈಕೆ`
      return `${supply}; ಸಮಗ್ರ ತೆರಿಗೆ ಪಾವತಿಸಿಲ್ಲ.`
    },
    exportPaid: 'ರಫ್ತಿಗಾಗಿ ಪೂರೈಕೆ; ಸಮಗ್ರ ತೆರಿಗೆ ಪಾವತಿಸಲಾಗಿದೆ.',
    page: 'ಮುದ್ರಿಸಲು ಲಾಗಿನ್ ಆಗಿ ಈ ಪುಟ ತೆರೆಯಿರಿ:',
  },
  te: {
    brand: 'అభ్యాస',
    invoice: 'పన్ను ఇన్‌వాయిస్',
    creditNote: 'క్రెడిట్ నోట్',
    invoiceLead: 'చెల్లింపుకు ధన్యవాదాలు. మీ పన్ను ఇన్‌వాయిస్ ఇదిగో.',
    creditNoteLead: 'మీకు డబ్బు తిరిగి ఇచ్చాం. దాని క్రెడిట్ నోట్ ఇదిగో.',
    number: 'సంఖ్య',
    date: 'తేదీ',
    ofInvoice: 'ఏ ఇన్‌వాయిస్‌కు',
    seller: 'విక్రేత',
    buyer: 'కొనుగోలుదారు',
    plan: 'ప్లాన్',
    placeOfSupply: 'సరఫరా స్థలం',
    country: 'సేవ అందే దేశం',
    taxable: 'పన్ను వర్తించే విలువ',
    total: 'పన్నుతో కలిపి మొత్తం',
    totalUntaxed: 'మొత్తం; పన్ను వేయలేదు',
    exportUnpaid: (lut) => `హామీ పత్రం ${lut} కింద ఎగుమతి కోసం సరఫరా; సమీకృత పన్ను చెల్లించలేదు.`,
    exportPaid: 'ఎగుమతి కోసం సరఫరా; సమీకృత పన్ను చెల్లించాం.',
    page: 'ప్రింట్ తీసుకోవడానికి లాగిన్ అయి ఈ పేజీ తెరవండి:',
  },
}

/** `invoiceNumber`: of the invoice that a credit note belongs to. `siteOrigin`: null if it is not
 *  known; then the mail has no link. */
export type MailedDocument = {
  row: TaxDocument
  invoiceNumber: string
  buyer: string
  siteOrigin: string | null
}

/** The mail with a tax document: all that is on it, in the payer's language and, as on its page,
 *  in English beside it, and the address of that page. */
export function documentMail(
  mailed: MailedDocument,
  locale: Locale,
): { subject: string; text: string } {
  const { row, siteOrigin } = mailed
  const word = translationFor(words, locale)
  const isInvoice = row.kind === 'invoice'
  const prefix = locale === defaultLocale ? '' : `/${locale}`
  const path = taxDocumentPath(row.transaction_id, { kind: row.kind, number: documentNumber(row) })
  const english =
    locale === authoritativeLocale
      ? []
      : [titleOf(row, authoritativeLocale), contentsOf(mailed, authoritativeLocale)]
  const parts = [
    isInvoice ? word.invoiceLead : word.creditNoteLead,
    contentsOf(mailed, locale),
    ...(siteOrigin === null ? [] : [word.page, siteOrigin + prefix + path]),
    ...english,
  ]
  return {
    subject: `${word.brand}: ${titleOf(row, locale)}`,
    text: `${parts.join('\n\n')}\n`,
  }
}

function titleOf(row: TaxDocument, locale: Locale): string {
  const word = translationFor(words, locale)
  return `${row.kind === 'invoice' ? word.invoice : word.creditNote} ${documentNumber(row)}`
}

/** What stands on a document, in one language: a line for each fact. */
function contentsOf({ row, invoiceNumber, buyer }: MailedDocument, locale: Locale): string {
  const word = translationFor(words, locale)
  const [seller, place] = [sellerOf(row), row.place_of_supply]
  const money = (amountMinor: number) => exactMoneyText({ currency: row.currency, amountMinor })
  const facts: [string, string | null][] = [
    [word.number, documentNumber(row)],
    [word.date, row.issued_on.split('-').reverse().join('-')],
    [word.ofInvoice, row.kind === 'invoice' ? null : invoiceNumber],
    [word.seller, `${seller.name}, ${seller.address}`],
    ['GSTIN', seller.gstin],
    [word.buyer, buyer],
    [word.plan, planName(row, locale)],
    ['SAC', seller.sac],
    [word.placeOfSupply, `${placeOfSupplyName(place, locale)} (${place})`],
    [word.country, row.country && `${countryName(row.country, locale)} (${row.country})`],
    [word.taxable, money(row.taxable_minor)],
    ...taxLines(row).map(([name, minor]): [string, string] => [name, money(minor)]),
    [row.percent === 0 ? word.totalUntaxed : word.total, money(row.amount_minor)],
  ]
  return [
    ...facts.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])),
    ...exportSentences(row, seller.lut, word),
  ].join('\n')
}

/** The endorsement of an export. Source: CGST Rules 2017, rule 46. */
function exportSentences({ supply }: TaxDocument, lut: string, word: Words): string[] {
  switch (supply) {
    case 'export':
      return [word.exportUnpaid(lut)]
    case 'taxed-export':
      return [word.exportPaid]
    case 'intra-state':
    case 'inter-state':
      return []
  }
}

function planName({ plan }: TaxDocument, locale: Locale): string {
  const { name, slug } = offerOf({ plan })
  return translationFor({ en: slug, ...name }, locale)
}

const taxLines = (row: TaxDocument): [string, number][] =>
  row.percent === 0
    ? []
    : row.supply === 'intra-state'
      ? [
          ['CGST', row.cgst_minor],
          [isUtgstState(row.place_of_supply) ? 'UTGST' : 'SGST', row.sgst_minor],
        ]
      : [['IGST', row.igst_minor]]
