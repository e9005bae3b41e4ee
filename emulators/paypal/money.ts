// PayPal's exponents, not those of ISO 4217: HUF and TWD have no decimals. Source: PayPal,
// "Currency codes".
const exponents: Record<string, 0 | 2> = {
  ...{ AUD: 2, BRL: 2, CAD: 2, CZK: 2, DKK: 2, EUR: 2, HKD: 2, HUF: 0, ILS: 2, JPY: 0, MYR: 2 },
  ...{ MXN: 2, TWD: 0, NZD: 2, NOK: 2, PHP: 2, PLN: 2, GBP: 2, SGD: 2, SEK: 2, CHF: 2, THB: 2 },
  USD: 2,
}

/** PayPal's format of an amount, a decimal string. */
export type Money = { currency_code: string; value: string }

export const exponentOf = (currency: string): 0 | 2 | undefined => exponents[currency]

/** '9.99' USD -> 999. `value` must have passed `isDecimal`. */
export function minorOf({ currency_code: currency, value }: Money): number {
  const exponent = exponentOf(currency) ?? 2
  const [units = '', decimals = ''] = value.split('.')
  return Number(units + decimals.slice(0, exponent).padEnd(exponent, '0'))
}

/** 999 USD -> '9.99'. */
export function moneyOf(minor: number, currency: string): Money {
  const exponent = exponentOf(currency) ?? 2
  const digits = String(minor).padStart(exponent + 1, '0')
  const value = exponent ? `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}` : digits
  return { currency_code: currency, value }
}

/** -47 USD -> '-0.47'. */
export function signedMoney(minor: number, currency: string): Money {
  const { currency_code, value } = moneyOf(Math.abs(minor), currency)
  return { currency_code, value: minor < 0 ? `-${value}` : value }
}

export const isDecimal = (value: string) =>
  value.length <= 32 && /^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/.test(value)

/** JSON.parse revivers for the faults 'wrong-amount' and 'wrong-currency'. */
export const alterAnswer = {
  amount: (_name: string, value: unknown) =>
    isMoney(value) ? moneyOf(minorOf(value) + 100, value.currency_code) : value,
  currency: (_name: string, value: unknown) =>
    isMoney(value)
      ? { ...value, currency_code: value.currency_code === 'EUR' ? 'USD' : 'EUR' }
      : value,
}

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'currency_code' in value && 'value' in value
