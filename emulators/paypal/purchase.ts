import { record, text, webAddress, type Fields } from '../payment-provider/fields.ts'
import { exponentOf, isDecimal, minorOf, type Money } from './money.ts'
import type { Detail } from './problems.ts'

/** What the merchant asked for, as far as this PayPal understands it. */
export type Purchase = {
  referenceId: string
  customId: string | undefined
  invoiceId: string | undefined
  description: string | undefined
  amountMinor: number
  currency: string
  returnUrl: string | undefined
  cancelUrl: string | undefined
  brandName: string | undefined
  immediatePaymentOnly: boolean
  /** Asked for by the deprecated application_context: other status, other name of the link (notes
   *  1.2). */
  isOldStyle: boolean
}

type Wrong = { status: 400 | 422; detail: Detail }

/** Reads the body of POST /v2/checkout/orders, or answers what PayPal would say is wrong with it.
 * */
export function readPurchase(body: Fields): Purchase | Wrong {
  const units: unknown[] = Array.isArray(body.purchase_units) ? body.purchase_units : []
  const unit = record(units[0])
  if (!text(body.intent)) return missing('/intent')
  if (!unit) return missing('/purchase_units')
  if (body.intent !== 'CAPTURE' || units.length > 1)
    return wrong(422, 'NOT_SUPPORTED_BY_EMULATOR', '/purchase_units', 'One unit, intent CAPTURE.')
  const tooLong = (['custom_id', 'invoice_id', 'reference_id'] as const).find(
    (name) => (text(unit[name])?.length ?? 0) > 127,
  )
  if (tooLong) return wrong(400, 'INVALID_STRING_MAX_LENGTH', `/purchase_units/@0/${tooLong}`)
  const amount = readAmount(unit.amount, '/purchase_units/@0/amount')
  if ('status' in amount) return amount
  const mismatch = breakdownMismatch(amount, record(unit.amount)?.breakdown)
  if (mismatch) return mismatch
  const context = readContext(body)
  if ('status' in context) return context
  return {
    referenceId: text(unit.reference_id) ?? 'default',
    customId: text(unit.custom_id),
    invoiceId: text(unit.invoice_id),
    description: text(unit.description)?.slice(0, 127),
    amountMinor: minorOf(amount),
    currency: amount.currency_code,
    ...context,
  }
}

/** An amount in a body, or what is wrong with it. */
export function readAmount(given: unknown, field: string): Money | Wrong {
  const currency = text(record(given)?.currency_code)
  const value = text(record(given)?.value)
  if (!currency) return missing(`${field}/currency_code`)
  if (!value) return missing(`${field}/value`)
  const exponent = exponentOf(currency)
  if (currency === 'INR')
    return wrong(422, 'CURRENCY_NOT_SUPPORTED_FOR_COUNTRY', `${field}/currency_code`)
  if (exponent === undefined) return wrong(400, 'INVALID_CURRENCY_CODE', `${field}/currency_code`)
  if (!isDecimal(value)) return wrong(400, 'INVALID_PARAMETER_SYNTAX', `${field}/value`)
  const decimals = value.split('.')[1]?.length ?? 0
  if (decimals > exponent)
    return wrong(422, exponent ? 'DECIMAL_PRECISION' : 'DECIMALS_NOT_SUPPORTED', `${field}/value`)
  if (Number(value) <= 0) return wrong(422, 'CANNOT_BE_ZERO_OR_NEGATIVE', `${field}/value`)
  return { currency_code: currency, value }
}

const parts = ['item_total', 'tax_total', 'shipping', 'handling', 'insurance'] as const
const discounts = ['shipping_discount', 'discount'] as const

/** The parts of an amount must add up to it. */
function breakdownMismatch(amount: Money, given: unknown): Wrong | undefined {
  const breakdown = record(given)
  if (!breakdown) return undefined
  const minor = (name: string) => {
    const part = record(breakdown[name])
    const value = text(part?.value)
    return value && isDecimal(value) ? minorOf({ ...amount, value }) : 0
  }
  const sum =
    parts.reduce((total, name) => total + minor(name), 0) -
    discounts.reduce((total, name) => total + minor(name), 0)
  return sum === minorOf(amount)
    ? undefined
    : wrong(422, 'AMOUNT_MISMATCH', '/purchase_units/@0/amount/value')
}

function readContext(body: Fields) {
  const paypal = record(record(body.payment_source)?.paypal)
  const path = '/payment_source/paypal/experience_context'
  const context = record(paypal ? paypal.experience_context : body.application_context) ?? {}
  for (const name of ['return_url', 'cancel_url'])
    if (context[name] !== undefined && !webAddress(context[name]))
      return wrong(400, 'INVALID_PARAMETER_SYNTAX', `${path}/${name}`)
  return {
    returnUrl: text(context.return_url),
    cancelUrl: text(context.cancel_url),
    brandName: text(context.brand_name),
    immediatePaymentOnly: context.payment_method_preference === 'IMMEDIATE_PAYMENT_REQUIRED',
    isOldStyle: paypal === undefined,
  }
}

const wrong = (status: 400 | 422, issue: string, field: string, description?: string): Wrong => ({
  status,
  detail: { issue, field, location: 'body', ...(description && { description }) },
})

const missing = (field: string) => wrong(400, 'MISSING_REQUIRED_PARAMETER', field)
