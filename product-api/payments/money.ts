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

/** '9.99' USD -> 999, '500' JPY -> 500. Null for an invalid text, for more decimals than the
 *  currency has, and above Number.MAX_SAFE_INTEGER. */
export function minorOf({ currency_code: currency, value }: DecimalMoney): number | null {
  const exponent = exponentOf(currency)
  const [, units, decimals = ''] = /^(\d{1,16})(?:\.(\d{0,8}))?$/.exec(value) ?? []
  if (exponent === undefined || units === undefined) return null
  const [minor, excess] = [decimals.slice(0, exponent), decimals.slice(exponent)]
  return /[1-9]/.test(excess) ? null : amountOf(units + minor.padEnd(exponent, '0'))
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
