// An independent reckoning of GST for tests: fractions of BigInts, and nothing of the product's
// code. It states what invoices, credit notes and a month's return have to be.

export type ReckonedPayment = {
  id: string
  currency: 'INR' | 'USD'
  amountMinor: bigint
  /** Null: not needed. */
  state: string | null
  /** Of the payer's account at the provider; null: not told. */
  country: string | null
  hasLut: boolean
  paidAt: Date
  /** In the order of their times, each with what it adds to the refunded sum. */
  refunds: { amountMinor: bigint; at: Date }[]
}

export type ReckonedDocument = {
  transaction: string
  number: string
  date: string
  place: string
  /** Of an export: where it goes. */
  country: string | null
  kind: 'invoice' | 'credit-note'
  currency: 'INR' | 'USD'
  percent: bigint
  value: bigint
  taxable: bigint
  cgst: bigint
  sgst: bigint
  igst: bigint
  invoice: { date: string; value: bigint }
}

const sellerState = '29'
const rate = 18n

/** The quotient, rounded to the nearest integer, and up in the middle. */
export function nearest(numerator: bigint, denominator: bigint): bigint {
  const [whole, rest] = [numerator / denominator, numerator % denominator]
  return rest * 2n >= denominator ? whole + 1n : whole
}

const indianDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kolkata',
  ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
})
const dayOf = (at: Date) => indianDay.format(at)

/** '26-27' for every day from 2026-04-01 to 2027-03-31. */
function financialYear(day: string): string {
  const year = BigInt(day.slice(0, 4))
  const first = day.slice(5) >= '04-01' ? year : year - 1n
  return [first, first + 1n].map((one) => one.toString().slice(2)).join('-')
}

type Parts = Pick<ReckonedDocument, 'value' | 'taxable' | 'cgst' | 'sgst' | 'igst'>

function partsOf(value: bigint, place: string, percent: bigint): Parts {
  const taxable = nearest(value * 100n, 100n + percent)
  const tax = value - taxable
  if (place !== sellerState) return { value, taxable, cgst: 0n, sgst: 0n, igst: tax }
  const sgst = tax / 2n
  return { value, taxable, cgst: tax - sgst, sgst, igst: 0n }
}

const minus = (one: Parts, other: Parts): Parts => ({
  value: one.value - other.value,
  taxable: one.taxable - other.taxable,
  cgst: one.cgst - other.cgst,
  sgst: one.sgst - other.sgst,
  igst: one.igst - other.igst,
})

/** All documents of the payments, numbered in the order of their times. */
export function reckonDocuments(payments: readonly ReckonedPayment[]): ReckonedDocument[] {
  const events = payments.flatMap((payment) => [
    { payment, at: payment.paidAt, from: 0n, to: payment.amountMinor, isInvoice: true },
    ...payment.refunds.map((refund, index) => {
      const before = payment.refunds.slice(0, index)
      const from = before.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
      return { payment, at: refund.at, from, to: from + refund.amountMinor, isInvoice: false }
    }),
  ])
  const counts = new Map<string, number>()
  return events
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ payment, at, from, to, isInvoice }) => {
      const isExport = payment.currency !== 'INR' && payment.country !== 'IN'
      const place = isExport ? '96' : (payment.state ?? sellerState)
      const percent = isExport && payment.hasLut ? 0n : rate
      const date = dayOf(at)
      const series = `${isInvoice ? '' : 'CN'}${financialYear(date)}`
      const n = (counts.get(series) ?? 0) + 1
      counts.set(series, n)
      return {
        transaction: payment.id,
        number: `${series}/${'0'.repeat(6 - String(n).length)}${n}`,
        ...{ date, place, percent, currency: payment.currency },
        country: isExport ? payment.country : null,
        kind: isInvoice ? 'invoice' : 'credit-note',
        ...minus(partsOf(to, place, percent), partsOf(from, place, percent)),
        invoice: { date: dayOf(payment.paidAt), value: payment.amountMinor },
      }
    })
}

/** Paise for one cent, as a fraction, by month of the invoice. */
export type Rates = Record<string, { numerator: bigint; denominator: bigint }>

function inRupees(document: ReckonedDocument, rates: Rates): ReckonedDocument {
  if (document.currency === 'INR') return document
  const { numerator, denominator } = rates[document.invoice.date.slice(0, 7)]!
  const convert = (amount: bigint) => nearest(amount * numerator, denominator)
  const [value, igst] = [convert(document.value), convert(document.igst)]
  const [cgst, sgst] = [convert(document.cgst), convert(document.sgst)]
  return { ...document, value, cgst, sgst, igst, taxable: value - cgst - sgst - igst }
}

const names: Record<string, string> = {
  ...{ '07': 'Delhi', '27': 'Maharashtra', '29': 'Karnataka', '33': 'Tamil Nadu' },
  ...{ '36': 'Telangana', '37': 'Andhra Pradesh' },
}
const countries: Record<string, string> = {
  ...{ AE: 'United Arab Emirates', GB: 'United Kingdom', SG: 'Singapore' },
  US: 'United States',
}
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

const placeText = (code: string) => `${code}-${names[code]}`
const dayText = (day: string) => {
  const [year, month, date] = day.split('-')
  return [date, months[Number(month) - 1], year].join('-')
}
export const rupees = (paise: bigint): string => {
  const [sign, size] = paise < 0n ? ['-', -paise] : ['', paise]
  const rest = (size % 100n).toString()
  return `${sign}${size / 100n}.${rest.length === 1 ? '0' : ''}${rest}`
}

/** The rows of each CSV file of a month's return, without headers. */
export function reckonReturn(
  all: readonly ReckonedDocument[],
  month: string,
  rates: Rates,
): Record<string, string[]> {
  const ofMonth = all
    .filter(({ date }) => date.startsWith(month))
    .map((document) => inRupees(document, rates))
  const ownCurrency = new Map(all.map(({ number, value }) => [number, value]))
  const isLarge = ({ place, invoice }: ReckonedDocument) =>
    place !== '96' && place !== sellerState && invoice.value > 1_00_000_00n
  const isSmall = (one: ReckonedDocument) => one.place !== '96' && !isLarge(one)
  const ofKind = (kind: string) => (one: ReckonedDocument) => one.kind === kind
  const invoices = ofMonth.filter(ofKind('invoice'))
  const notes = ofMonth.filter(ofKind('credit-note'))
  const net = (documents: ReckonedDocument[], part: keyof Parts) =>
    documents.reduce((sum, one) => (one.kind === 'invoice' ? sum + one[part] : sum - one[part]), 0n)
  const small = ofMonth.filter(isSmall)
  const exportRow = (one: ReckonedDocument) =>
    `${one.percent === 0n ? 'WOPAY' : 'WPAY'},${one.number},${dayText(one.date)},` +
    `${rupees(one.value)},,,,${one.percent},${rupees(one.taxable)},0.00`
  const noteRow = (one: ReckonedDocument) => {
    const exportType = one.percent === 0n ? 'EXPWOP' : 'EXPWP'
    return (
      `${one.place === '96' ? exportType : 'B2CL'},${one.number},${dayText(one.date)},C,` +
      `${one.place === '96' ? '' : placeText(one.place)},${rupees(one.value)},,${one.percent},` +
      `${rupees(one.taxable)},0.00`
    )
  }
  const destinationRow = (one: ReckonedDocument) =>
    `${one.kind === 'invoice' ? 'Invoice' : 'Credit Note'},${one.number},${dayText(one.date)},` +
    `96-Other Countries,${one.country ?? ''},${one.country ? countries[one.country] : ''},` +
    `${one.currency},${rupees(ownCurrency.get(one.number)!)},${rupees(one.value)},` +
    `${one.percent},${one.percent === 0n ? 'AD290326000123X' : ''}`
  const percents = [...new Set(ofMonth.map(({ percent }) => percent))].sort((a, b) =>
    a < b ? -1 : 1,
  )
  return {
    'b2cs.csv': [...new Set(small.map(({ place }) => place))].sort().map((place) => {
      const taxable = net(
        small.filter((one) => one.place === place),
        'taxable',
      )
      return `OE,${placeText(place)},,${rate},${rupees(taxable)},0.00,`
    }),
    'b2cl.csv': invoices
      .filter(isLarge)
      .map(
        (one) =>
          `${one.number},${dayText(one.date)},${rupees(one.value)},${placeText(one.place)},,` +
          `${one.percent},${rupees(one.taxable)},0.00,`,
      ),
    'exp.csv': invoices.filter(({ place }) => place === '96').map(exportRow),
    'cdnur.csv': notes.filter((one) => !isSmall(one)).map(noteRow),
    'exp-destinations.csv': [...invoices, ...notes]
      .filter(({ place }) => place === '96')
      .map(destinationRow),
    'hsn(b2c).csv': percents.map((percent) => {
      const same = ofMonth.filter((one) => one.percent === percent)
      const sums = (['taxable', 'igst', 'cgst', 'sgst'] as const).map((part) =>
        rupees(net(same, part)),
      )
      return `999293,,NA,0,${rupees(net(same, 'value'))},${percent},${sums.join(',')},0.00`
    }),
    'docs.csv': [
      ['Invoices for outward supply', invoices] as const,
      ['Credit Note', notes] as const,
    ].flatMap(([nature, documents]) => {
      const [first, last] = [documents[0], documents.at(-1)]
      return first && last ? [`${nature},${first.number},${last.number},${documents.length},0`] : []
    }),
  }
}
