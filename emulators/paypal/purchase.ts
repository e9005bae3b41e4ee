import { asObject, asText, asHttpUrl, type Fields } from '../payment-provider/fields.ts'
import { exponentOf, isDecimal, minorOf, type Money } from './money.ts'
import type { Detail } from './problems.ts'

/** The parts of a merchant's order request that the emulator uses. */
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
  /** Whether the request has the deprecated application_context, for which PayPal responds with
   *  another status and another name of the payer's link. */
  usesApplicationContext: boolean
}

type InvalidField = { status: 400 | 422; detail: Detail }

/** Parses the body of POST /v2/checkout/orders. Returns PayPal's error where a field is invalid. */
export function parsePurchase(body: Fields): Purchase | InvalidField {
  const units: unknown[] = Array.isArray(body.purchase_units) ? body.purchase_units : []
  const unit = asObject(units[0])
  if (!asText(body.intent)) return missingField('/intent')
  if (!unit) return missingField('/purchase_units')
  if (body.intent !== 'CAPTURE' || units.length > 1)
    return invalidField(
      422,
      'NOT_SUPPORTED_BY_EMULATOR',
      '/purchase_units',
      'One unit, intent CAPTURE.',
    )
  const tooLong = (['custom_id', 'invoice_id', 'reference_id'] as const).find(
    (name) => (asText(unit[name])?.length ?? 0) > 127,
  )
  if (tooLong)
    return invalidField(400, 'INVALID_STRING_MAX_LENGTH', `/purchase_units/@0/${tooLong}`)
  const amount = parseAmount(unit.amount, '/purchase_units/@0/amount')
  if ('status' in amount) return amount
  const mismatch = breakdownMismatch(amount, asObject(unit.amount)?.breakdown)
  if (mismatch) return mismatch
  const context = parseContext(body)
  if ('status' in context) return context
  return {
    referenceId: asText(unit.reference_id) ?? 'default',
    customId: asText(unit.custom_id),
    invoiceId: asText(unit.invoice_id),
    description: asText(unit.description)?.slice(0, 127),
    amountMinor: minorOf(amount),
    currency: amount.currency_code,
    ...context,
  }
}

/** Parses an amount of a request body. */
export function parseAmount(given: unknown, field: string): Money | InvalidField {
  const currency = asText(asObject(given)?.currency_code)
  const value = asText(asObject(given)?.value)
  if (!currency) return missingField(`${field}/currency_code`)
  if (!value) return missingField(`${field}/value`)
  const exponent = exponentOf(currency)
  if (currency === 'INR')
    return invalidField(422, 'CURRENCY_NOT_SUPPORTED_FOR_COUNTRY', `${field}/currency_code`)
  if (exponent === undefined)
    return invalidField(400, 'INVALID_CURRENCY_CODE', `${field}/currency_code`)
  if (!isDecimal(value)) return invalidField(400, 'INVALID_PARAMETER_SYNTAX', `${field}/value`)
  const decimals = value.split('.')[1]?.length ?? 0
  if (decimals > exponent)
    return invalidField(
      422,
      exponent ? 'DECIMAL_PRECISION' : 'DECIMALS_NOT_SUPPORTED',
      `${field}/value`,
    )
  if (Number(value) <= 0) return invalidField(422, 'CANNOT_BE_ZERO_OR_NEGATIVE', `${field}/value`)
  return { currency_code: currency, value }
}

const parts = ['item_total', 'tax_total', 'shipping', 'handling', 'insurance'] as const
const discounts = ['shipping_discount', 'discount'] as const

/** The parts of a breakdown must add up to the amount. */
function breakdownMismatch(amount: Money, given: unknown): InvalidField | undefined {
  const breakdown = asObject(given)
  if (!breakdown) return undefined
  const minor = (name: string) => {
    const part = asObject(breakdown[name])
    const value = asText(part?.value)
    return value && isDecimal(value) ? minorOf({ ...amount, value }) : 0
  }
  const sum =
    parts.reduce((total, name) => total + minor(name), 0) -
    discounts.reduce((total, name) => total + minor(name), 0)
  return sum === minorOf(amount)
    ? undefined
    : invalidField(422, 'AMOUNT_MISMATCH', '/purchase_units/@0/amount/value')
}

function parseContext(body: Fields) {
  const paypal = asObject(asObject(body.payment_source)?.paypal)
  const path = '/payment_source/paypal/experience_context'
  const context = asObject(paypal ? paypal.experience_context : body.application_context) ?? {}
  for (const name of ['return_url', 'cancel_url'])
    if (context[name] !== undefined && !asHttpUrl(context[name]))
      return invalidField(400, 'INVALID_PARAMETER_SYNTAX', `${path}/${name}`)
  return {
    returnUrl: asText(context.return_url),
    cancelUrl: asText(context.cancel_url),
    brandName: asText(context.brand_name),
    immediatePaymentOnly: context.payment_method_preference === 'IMMEDIATE_PAYMENT_REQUIRED',
    usesApplicationContext: paypal === undefined,
  }
}

const invalidField = (
  status: 400 | 422,
  issue: string,
  field: string,
  description?: string,
): InvalidField => ({
  status,
  detail: { issue, field, location: 'body', ...(description && { description }) },
})

const missingField = (field: string) => invalidField(400, 'MISSING_REQUIRED_PARAMETER', field)
