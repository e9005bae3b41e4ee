import { groupedByLakh } from './number-text.ts'

/** Whole minor units of a currency: { currency: 'INR', amountMinor: 49900 } is 499 rupees. Never a
 *  float. */
export type Money = { currency: string; amountMinor: number }

/** The currencies that payments support and their decimal places, as payment providers define them.
 *  They differ from ISO 4217 for the forint and the new Taiwan dollar, which providers accept only
 *  without decimals. */
export const decimalPlacesOf: Readonly<Record<string, 0 | 2>> = {
  ...{ AUD: 2, BRL: 2, CAD: 2, CHF: 2, CZK: 2, DKK: 2, EUR: 2, GBP: 2, HKD: 2, HUF: 0, ILS: 2 },
  ...{ INR: 2, JPY: 0, MXN: 2, MYR: 2, NOK: 2, NZD: 2, PHP: 2, PLN: 2, SEK: 2, SGD: 2, THB: 2 },
  ...{ TWD: 0, USD: 2 },
}
const signs: Readonly<Record<string, string>> = { INR: '₹', USD: 'US$', EUR: '€', GBP: '£' }

/** '₹1,23,456', '₹499.50', 'US$6.99', '−₹50'. The digits are split as text, never divided, and
 *  grouped by lakh in every language (ICU groups kn-IN by thousands). */
export const moneyText = (money: Money): string => textOf(money, /^0*$/)

/** The same with all decimals, as invoices have them: '₹499.00'. */
export const exactMoneyText = (money: Money): string => textOf(money, /^$/)

/** `omitted`: the fractions that are left out. */
function textOf({ currency, amountMinor }: Money, omitted: RegExp): string {
  const { whole, fraction } = splitMinor(amountMinor, currency)
  const grouped = groupedByLakh(whole)
  const sign = signs[currency] ?? `${currency}\u00a0`
  const decimals = omitted.test(fraction) ? '' : `.${fraction}`
  return `${amountMinor < 0 ? '−' : ''}${sign}${grouped}${decimals}`
}

/** 49950, 'INR' -> '499', '50'. 7, 'USD' -> '0', '07'. 500, 'JPY' -> '500', ''. */
function splitMinor(amountMinor: number, currency: string): { whole: string; fraction: string } {
  const places = decimalPlacesOf[currency] ?? 2
  const digits = String(amountMinor)
    .replace('-', '')
    .padStart(places + 1, '0')
  const end = digits.length - places
  return { whole: digits.slice(0, end), fraction: digits.slice(end) }
}
