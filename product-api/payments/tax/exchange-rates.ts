import { convertedOf } from '../money.ts'

/** Rupees for one unit of a currency, as decimal text ('84.3512'): for the month that is returned
 *  ('USD'), or for another one ('USD@2026-10'). */
export type ExchangeRates = { month: string; byKey: ReadonlyMap<string, string> }

/** No rate is known for a document's currency and month. */
export class MissingRate extends Error {
  readonly currency: string
  readonly month: string

  constructor(currency: string, month: string) {
    super(`There is no exchange rate of ${currency} for ${month}`)
    this.currency = currency
    this.month = month
  }
}

/** 'USD=84.35', 'USD@2026-10=83.9' -> rates. Errors: throws a sentence for an invalid one. */
export function exchangeRates(month: string, given: readonly string[]): ExchangeRates {
  const entries = given.map((one) => {
    const [, key, rate] = /^([A-Z]{3}(?:@\d{4}-\d\d)?)=(\d{1,6}(?:\.\d{1,6})?)$/.exec(one) ?? []
    if (key === undefined || rate === undefined || /^[0.]+$/.test(rate))
      throw new Error(`"--rate ${one}" is not a rate such as USD=84.35 or USD@2026-10=83.9`)
    return [key, rate] as const
  })
  return { month, byKey: new Map(entries) }
}

/** An amount in paise, rounded half up, at the rate of the month in which its invoice was issued.
 *  Source: CGST Rules 2017, rule 34(2). Errors: throws MissingRate. */
export function toRupees(
  minor: number,
  currency: string,
  invoiceOn: string,
  { month, byKey }: ExchangeRates,
): number {
  if (currency === 'INR') return minor
  const invoiceMonth = invoiceOn.slice(0, 7)
  const rate =
    byKey.get(`${currency}@${invoiceMonth}`) ??
    (invoiceMonth === month ? byKey.get(currency) : undefined)
  if (rate === undefined) throw new MissingRate(currency, invoiceMonth)
  return convertedOf(minor, currency, rate)
}
