import { record, text, webAddress, type Fields } from '../payment-provider/fields.ts'

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

/** Reads the body, or answers the sentence that is wrong with it. */
export function readPay(body: Fields): PayRequest | string {
  const flow = record(body.paymentFlow) ?? {}
  const urls = record(flow.merchantUrls) ?? {}
  const stranger = strangerIn(body, names) ?? strangerIn(flow, flowNames)
  const unknown = stranger ?? strangerIn(urls, ['redirectUrl'])
  if (unknown) return `Unknown parameter: ${unknown}`
  const merchantOrderId = text(body.merchantOrderId)
  if (!isMerchantId(merchantOrderId)) return 'merchantOrderId: 1 to 63 of A-Z a-z 0-9 _ -'
  const amountMinor = paise(body.amount)
  if (amountMinor === undefined) return 'amount: a whole number of paise, 100 at least'
  const expireAfterSec = readExpiry(body.expireAfter)
  if (expireAfterSec === undefined) return 'expireAfter: 300 to 3600 seconds'
  if (flow.type !== 'PG_CHECKOUT') return 'paymentFlow.type is PG_CHECKOUT'
  const redirectUrl = webAddress(urls.redirectUrl)
  if (!redirectUrl) return 'paymentFlow.merchantUrls.redirectUrl: an address'
  const metaInfo = readMetaInfo(record(body.metaInfo) ?? {})
  if (!metaInfo) return 'metaInfo: udf1 to udf10 up to 256, udf11 to udf15 up to 50 letters'
  return {
    ...{ merchantOrderId, amountMinor, expireAfterSec, redirectUrl, metaInfo },
    message: text(flow.message),
    mayRetry: body.disablePaymentRetry !== true,
  }
}

// "Not passing any additional parameter not in the document", says PhonePe's checklist: others are
// refused.
const names = [
  ...['merchantOrderId', 'amount', 'expireAfter', 'metaInfo', 'paymentFlow'],
  'disablePaymentRetry',
]
const flowNames = ['type', 'message', 'merchantUrls', 'paymentModeConfig']

const strangerIn = (fields: Fields, known: readonly string[]) =>
  Object.keys(fields).find((name) => !known.includes(name))

/** Without a word 20 minutes: documented for the order call of the mobile SDK, assumed for the web
 *  (notes 7). */
function readExpiry(seconds: unknown = 1200): number | undefined {
  const isFine = typeof seconds === 'number' && Number.isInteger(seconds)
  return isFine && seconds >= 300 && seconds <= 3600 ? seconds : undefined
}

function readMetaInfo(given: Fields): Record<string, string> | undefined {
  const read: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    const number = Number(/^udf(\d{1,2})$/.exec(name)?.[1])
    const longest = number >= 1 && number <= 10 ? 256 : number >= 11 && number <= 15 ? 50 : 0
    if (typeof value !== 'string' || value.length > longest) return undefined
    read[name] = value
  }
  return read
}

export const isMerchantId = (id: string | undefined): id is string =>
  id !== undefined && /^[\w-]{1,63}$/.test(id)

/** An amount in a body: a number, never a text. */
export const paise = (amount: unknown) =>
  typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 100 ? amount : undefined
