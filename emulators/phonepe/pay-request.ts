import { asObject, asText, asHttpUrl, type Fields } from '../payment-provider/fields.ts'

/** The parsed body of POST /checkout/v2/pay. */
export type PayRequest = {
  merchantOrderId: string
  amountMinor: number
  expireAfterSec: number
  redirectUrl: string
  message: string | undefined
  metaInfo: Record<string, string>
  mayRetry: boolean
}

/** Parses the body. Returns an error message where a parameter is invalid. */
export function parsePayRequest(body: Fields): PayRequest | string {
  const flow = asObject(body.paymentFlow) ?? {}
  const urls = asObject(flow.merchantUrls) ?? {}
  const unknownInBody =
    unknownParameter(body, bodyParameters) ?? unknownParameter(flow, flowParameters)
  const unknown = unknownInBody ?? unknownParameter(urls, ['redirectUrl'])
  if (unknown) return `Unknown parameter: ${unknown}`
  const merchantOrderId = asText(body.merchantOrderId)
  if (!isMerchantId(merchantOrderId)) return 'merchantOrderId: 1 to 63 of A-Z a-z 0-9 _ -'
  const amountMinor = paiseAmount(body.amount)
  if (amountMinor === undefined) return 'amount: an integer in paise, at least 100'
  const expireAfterSec = parseExpiry(body.expireAfter)
  if (expireAfterSec === undefined) return 'expireAfter: 300 to 3600 seconds'
  if (flow.type !== 'PG_CHECKOUT') return 'paymentFlow.type must be PG_CHECKOUT'
  const redirectUrl = asHttpUrl(urls.redirectUrl)
  if (!redirectUrl) return 'paymentFlow.merchantUrls.redirectUrl must be a URL'
  const metaInfo = parseMetaInfo(asObject(body.metaInfo) ?? {})
  if (!metaInfo) return 'metaInfo: udf1 to udf10 up to 256, udf11 to udf15 up to 50 characters'
  return {
    ...{ merchantOrderId, amountMinor, expireAfterSec, redirectUrl, metaInfo },
    message: asText(flow.message),
    mayRetry: body.disablePaymentRetry !== true,
  }
}

// Others are rejected. Source: PhonePe's go-live checklist, "Not passing any additional parameter
// not in the document".
const bodyParameters = [
  ...['merchantOrderId', 'amount', 'expireAfter', 'metaInfo', 'paymentFlow'],
  'disablePaymentRetry',
]
const flowParameters = ['type', 'message', 'merchantUrls', 'paymentModeConfig']

const unknownParameter = (fields: Fields, known: readonly string[]) =>
  Object.keys(fields).find((name) => !known.includes(name))

/** The default of 20 minutes is documented for the mobile SDK and assumed for the web. */
function parseExpiry(seconds: unknown = 1200): number | undefined {
  const isInteger = typeof seconds === 'number' && Number.isInteger(seconds)
  return isInteger && seconds >= 300 && seconds <= 3600 ? seconds : undefined
}

function parseMetaInfo(given: Fields): Record<string, string> | undefined {
  const metaInfo: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    const number = Number(/^udf(\d{1,2})$/.exec(name)?.[1])
    const maxLength = number >= 1 && number <= 10 ? 256 : number >= 11 && number <= 15 ? 50 : 0
    if (typeof value !== 'string' || value.length > maxLength) return undefined
    metaInfo[name] = value
  }
  return metaInfo
}

export const isMerchantId = (id: string | undefined): id is string =>
  id !== undefined && /^[\w-]{1,63}$/.test(id)

/** An amount in a body, which must be a number and not a string. */
export const paiseAmount = (amount: unknown) =>
  typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 100 ? amount : undefined
