import { record, text, webAddress, whole, type Fields } from '../books/fields.ts'

/** The body of POST /checkout/v2/pay, understood. */
export type PayRequest = {
  merchantOrderId: string
  amountMinor: number
  expireAfterSec: number
  redirectUrl: string
  message: string | undefined
  metaInfo: Record<string, string>
  mayRetry: boolean
}

// "Not passing any additional parameter not in the document", says PhonePe's checklist: others are refused.
const known = {
  '': [
    'merchantOrderId',
    'amount',
    'expireAfter',
    'metaInfo',
    'paymentFlow',
    'disablePaymentRetry',
  ],
  paymentFlow: ['type', 'message', 'merchantUrls', 'paymentModeConfig'],
  merchantUrls: ['redirectUrl'],
  metaInfo: Array.from({ length: 15 }, (_, at) => `udf${at + 1}`),
}

/** Reads the body, or answers the sentence that is wrong with it. */
export function readPay(body: Fields): PayRequest | string {
  const flow = record(body.paymentFlow) ?? {}
  const urls = record(flow.merchantUrls) ?? {}
  const metaInfo = record(body.metaInfo) ?? {}
  const stranger =
    strangerIn(body, known['']) ??
    strangerIn(flow, known.paymentFlow) ??
    strangerIn(urls, known.merchantUrls) ??
    strangerIn(metaInfo, known.metaInfo)
  if (stranger) return `Unknown parameter: ${stranger}`
  const merchantOrderId = text(body.merchantOrderId)
  if (!isMerchantId(merchantOrderId)) return 'merchantOrderId: 1 to 63 of A-Z a-z 0-9 _ -'
  const amountMinor = paise(body.amount)
  if (amountMinor === undefined) return 'amount: a whole number of paise, 100 at least'
  const expireAfterSec = typeof body.expireAfter === 'number' ? whole(body.expireAfter) : undefined
  if (
    body.expireAfter !== undefined &&
    !(expireAfterSec && expireAfterSec >= 300 && expireAfterSec <= 3600)
  )
    return 'expireAfter: 300 to 3600 seconds'
  if (flow.type !== 'PG_CHECKOUT') return 'paymentFlow.type is PG_CHECKOUT'
  const redirectUrl = webAddress(urls.redirectUrl)
  if (!redirectUrl) return 'paymentFlow.merchantUrls.redirectUrl: an address'
  const udfs = Object.entries(metaInfo)
  if (!udfs.every(([name, value]) => typeof value === 'string' && value.length <= maxOf(name)))
    return 'metaInfo: udf1 to udf10 up to 256, udf11 to udf15 up to 50 letters'
  return {
    merchantOrderId,
    amountMinor,
    // Documented for the order call of the mobile SDK only; assumed for the web (notes 7).
    expireAfterSec: expireAfterSec ?? 1200,
    redirectUrl,
    message: text(flow.message),
    metaInfo: metaInfo as Record<string, string>,
    mayRetry: body.disablePaymentRetry !== true,
  }
}

const strangerIn = (fields: Fields, names: readonly string[]) =>
  Object.keys(fields).find((name) => !names.includes(name))

const maxOf = (udf: string) => (Number(udf.slice(3)) <= 10 ? 256 : 50)

export const isMerchantId = (id: string | undefined): id is string =>
  id !== undefined && /^[\w-]{1,63}$/.test(id)

/** An amount in a body: a number, never a text. */
export const paise = (amount: unknown) =>
  typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 100 ? amount : undefined
