// All conversions of amounts. Amounts are integers in minor units; no other code divides them or
// gives them decimals (tests/domain/no-floats.test.ts).

/** Decimal places of each currency, as payment providers define them. They differ from ISO 4217 for
 *  the forint and the new Taiwan dollar, which providers accept only without decimals. */
const exponents: Readonly<Record<string, 0 | 2>> = {
  ...{ AUD: 2, BRL: 2, CAD: 2, CHF: 2, CZK: 2, DKK: 2, EUR: 2, GBP: 2, HKD: 2, HUF: 0, ILS: 2 },
  ...{ INR: 2, JPY: 0, MXN: 2, MYR: 2, NOK: 2, NZD: 2, PHP: 2, PLN: 2, SEK: 2, SGD: 2, THB: 2 },
  ...{ TWD: 0, USD: 2 },
}

export const exponentOf = (currency: string): 0 | 2 | undefined =>
  Object.hasOwn(exponents, currency) ? exponents[currency] : undefined

/** An amount as decimal text with its currency. */
export type DecimalMoney = { currency_code: string; value: string }

/** 999 USD -> '9.99', 500 JPY -> '500'. Errors: throws for an invalid amount or currency. */
export function decimalOf(minor: number, currency: string): DecimalMoney {
  const exponent = exponentOf(currency)
  if (exponent === undefined || !isAmount(minor))
    throw new Error(`Invalid amount: ${minor} ${currency}`)
  const digits = String(minor).padStart(exponent + 1, '0')
  const value = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
  return { currency_code: currency, value }
}

/** '9.99' USD -> 999, '500' JPY -> 500. Null for an invalid text, for more decimals than the
 *  currency has, and above Number.MAX_SAFE_INTEGER. */
export function minorOf({ currency_code: currency, value }: DecimalMoney): number | null {
  const exponent = exponentOf(currency)
  const [, units, decimals = ''] = /^(\d{1,16})(?:\.(\d{0,8}))?$/.exec(value) ?? []
  if (exponent === undefined || units === undefined) return null
  const [minor, excess] = [decimals.slice(0, exponent), decimals.slice(exponent)]
  return /[1-9]/.test(excess) ? null : amountOf(units + minor.padEnd(exponent, '0'))
}

/** -29900 INR -> '-299.00 INR', for operators. */
export function amountText(minor: number, currency: string): string {
  const { value } = decimalOf(Math.abs(minor), currency)
  return `${minor < 0 ? '-' : ''}${value} ${currency}`
}

/** '-0.47' USD -> -47. Null as `minorOf`. */
export function signedMinorOf({ currency_code, value }: DecimalMoney): number | null {
  const minor = minorOf({ currency_code, value: value.replace(/^-/, '') })
  return minor === null || minor === 0 ? minor : value.startsWith('-') ? -minor : minor
}

/** A text in minor units: '5000' -> 5000. Null for an invalid text and above
 *  Number.MAX_SAFE_INTEGER. */
export const amountOf = (digits: string): number | null =>
  /^\d{1,18}$/.test(digits) ? safeIntegerOf(BigInt(digits)) : null

/** A percentage of an amount, rounded down: 29900, 10 -> 2990. */
export function percentOf(minor: number, percent: number): number {
  const part = safeIntegerOf((BigInt(minor) * BigInt(percent)) / 100n)
  if (part === null) throw new Error(`Invalid amount: ${percent} % of ${minor}`)
  return part
}

/** Whether this is a number of minor units: a safe integer, zero or more. */
export const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

function safeIntegerOf(value: bigint): number | null {
  return value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null
}
