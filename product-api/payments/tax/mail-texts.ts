import { isUtgstState, placeOfSupplyName } from '../../../domain/gst-states.ts'
import {
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
  plan: string
  placeOfSupply: string
  taxable: string
  total: string
  totalUntaxed: string
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
    plan: 'Plan',
    placeOfSupply: 'Place of supply',
    taxable: 'Taxable value',
    total: 'Total, tax included',
    totalUntaxed: 'Total; no tax is charged',
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
    plan: 'ಯೋಜನೆ',
    placeOfSupply: 'ಪೂರೈಕೆಯ ಸ್ಥಳ',
    taxable: 'ತೆರಿಗೆಗೆ ಒಳಪಡುವ ಮೌಲ್ಯ',
    total: 'ತೆರಿಗೆ ಸೇರಿ ಒಟ್ಟು',
    totalUntaxed: 'ಒಟ್ಟು; ತೆರಿಗೆ ವಿಧಿಸಿಲ್ಲ',
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
    plan: 'ప్లాన్',
    placeOfSupply: 'సరఫరా స్థలం',
    taxable: 'పన్ను వర్తించే విలువ',
    total: 'పన్నుతో కలిపి మొత్తం',
    totalUntaxed: 'మొత్తం; పన్ను వేయలేదు',
    page: 'ప్రింట్ తీసుకోవడానికి లాగిన్ అయి ఈ పేజీ తెరవండి:',
  },
}

/** The mail with a tax document: all that is on it, and the address of its page if the site's
 *  origin is known. `invoiceNumber`: of the invoice that a credit note belongs to. */
export function documentMail(
  row: TaxDocument,
  invoiceNumber: string,
  locale: Locale,
  siteOrigin: string | null,
): { subject: string; text: string } {
  const word = translationFor(words, locale)
  const isInvoice = row.kind === 'invoice'
  const number = documentNumber(row)
  const [seller, place] = [sellerOf(row), row.place_of_supply]
  const money = (amountMinor: number) => exactMoneyText({ currency: row.currency, amountMinor })
  const facts: [string, string][] = [
    [word.number, number],
    [word.date, row.issued_on.split('-').reverse().join('-')],
    ...(isInvoice ? [] : [[word.ofInvoice, invoiceNumber] satisfies [string, string]]),
    [word.seller, `${seller.name}, ${seller.address}`],
    ['GSTIN', seller.gstin],
    [word.plan, planName(row, locale)],
    ['SAC', seller.sac],
    [word.placeOfSupply, `${placeOfSupplyName(place, locale)} (${place})`],
    [word.taxable, money(row.taxable_minor)],
    ...taxLines(row).map(([name, minor]): [string, string] => [name, money(minor)]),
    [row.percent === 0 ? word.totalUntaxed : word.total, money(row.amount_minor)],
  ]
  const prefix = locale === defaultLocale ? '' : `/${locale}`
  const path = taxDocumentPath(row.transaction_id, { kind: row.kind, number })
  const link = siteOrigin === null ? '' : `\n${word.page}\n\n${siteOrigin}${prefix}${path}\n`
  return {
    subject: `${word.brand}: ${isInvoice ? word.invoice : word.creditNote} ${number}`,
    text:
      `${isInvoice ? word.invoiceLead : word.creditNoteLead}\n\n` +
      `${facts.map(([name, value]) => `${name}: ${value}`).join('\n')}\n${link}`,
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
