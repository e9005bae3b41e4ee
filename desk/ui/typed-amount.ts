import { minorOf } from '../../product-api/payments/money.ts'

/** An amount as people type it in minor units: '₹449.10', '1,449.1' -> 44910, 144910 of INR. null:
 *  no amount, or more decimals than the currency has. */
export function minorOfText(typed: string, currency: string): number | null {
  const value = typed.replace(/[\s,]/g, '').replace(/^(?:₹|US\$|€|£)/, '')
  return minorOf({ currency_code: currency, value })
}
