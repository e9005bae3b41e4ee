import { decimalPlacesOf } from '../../domain/money.ts'

// All conversions of amounts. Amounts are integers in minor units; no other code divides them or
// gives them decimals (tests/domain/no-floats.test.ts).

/** The decimal places of a currency that payments support. */
export const exponentOf = (currency: string): 0 | 2 | undefined =>
  Object.hasOwn(decimalPlacesOf, currency) ? decimalPlacesOf[currency] : undefined

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

/** -999 USD -> '-9.99'. Errors: as of decimalOf. */
export const signedDecimalOf = (minor: number, currency: string): string =>
  (minor < 0 ? '-' : '') + decimalOf(Math.abs(minor), currency).value

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

/** An amount without the tax that it includes, rounded half up: 29900, 18 -> 25339. */
export function withoutTax(minor: number, percent: number): number {
  const divisor = 100n + BigInt(percent)
  const part = safeIntegerOf((BigInt(minor) * 200n + divisor) / (divisor * 2n))
  if (part === null) throw new Error(`Invalid amount: ${minor} with ${percent} % tax`)
  return part
}

/** An amount in paise at a rate of rupees for one unit of its currency ('84.3512'), rounded half
 *  up. Errors: throws for an invalid amount, currency or rate. */
export function convertedOf(minor: number, currency: string, rate: string): number {
  const [, units, decimals = ''] = /^(\d{1,6})(?:\.(\d{1,6}))?$/.exec(rate) ?? []
  const exponent = exponentOf(currency)
  if (units === undefined || exponent === undefined || !isAmount(minor))
    throw new Error(`Invalid amount or rate: ${minor} ${currency} at ${rate}`)
  const divisor = 10n ** BigInt(decimals.length + exponent)
  const paise = (BigInt(minor) * BigInt(units + decimals) * 200n + divisor) / (divisor * 2n)
  const converted = safeIntegerOf(paise)
  if (converted === null) throw new Error(`Invalid amount: ${minor} ${currency} at ${rate}`)
  return converted
}

/** Half of an amount, rounded down. */
export const halfOf = (minor: number): number => percentOf(minor, 50)

/** A proportion of an amount, rounded down: 29900, 30 of 120 -> 7475. */
export function proportionOf(minor: number, part: number, whole: number): number {
  const share = safeIntegerOf((BigInt(minor) * BigInt(part)) / BigInt(whole))
  if (share === null) throw new Error(`Invalid amount: ${part} of ${whole} of ${minor}`)
  return share
}

/** Whether this is a number of minor units: a safe integer, zero or more. */
export const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

function safeIntegerOf(value: bigint): number | null {
  return value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null
}
