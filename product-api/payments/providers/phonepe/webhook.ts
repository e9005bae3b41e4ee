import { timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { PaymentSettings } from '../../settings.ts'

/** Whether a webhook carries our secret: SHA-256 of user name and password in Authorization, or, where the settings say so, an
 *  HMAC of the body in a header of the operator's naming (as text, or as base64). The first proves the sender and not the body,
 *  so neither is believed beyond "look". */
export function isGenuine(
  settings: PaymentSettings,
  header: (name: string) => string | undefined,
  body: string,
): Promise<boolean> {
  return settings.PHONEPE_WEBHOOK_AUTH === 'sha'
    ? hasDigest(settings, header('authorization'))
    : hasMac(settings, header(settings.PHONEPE_WEBHOOK_HMAC_HEADER), body)
}

async function hasDigest(
  { PHONEPE_WEBHOOK_USERNAME: user, PHONEPE_WEBHOOK_PASSWORD: password }: PaymentSettings,
  given: string | undefined,
): Promise<boolean> {
  if (given === undefined || user === '' || password === '') return false
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(`${user}:${password}`))
  const bare = given
    .replace(/^SHA256[ (]/i, '')
    .replace(/\)$/, '')
    .trim()
    .toLowerCase()
  return isEqual(hexOf(digest), bare)
}

async function hasMac(
  { PHONEPE_WEBHOOK_HMAC_SECRET: secret }: PaymentSettings,
  given: string | undefined,
  body: string,
): Promise<boolean> {
  if (given === undefined || secret === '') return false
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign'])
  const mac = await crypto.subtle.sign('HMAC', key, bytesOf(body))
  const base64 = btoa(String.fromCharCode(...new Uint8Array(mac)))
  return isEqual(hexOf(mac), given.toLowerCase()) || isEqual(base64, given)
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Takes the same time for any wrong text of the right length. */
function isEqual(ours: string, given: string): boolean {
  const [one, other] = [bytesOf(ours), bytesOf(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const event = v.object({
  // `type` beside it is deprecated.
  event: v.pipe(v.string(), v.maxLength(100)),
  payload: v.object({
    merchantOrderId: v.optional(v.pipe(v.string(), v.maxLength(63))),
    originalMerchantOrderId: v.optional(v.pipe(v.string(), v.maxLength(63))),
    merchantRefundId: v.optional(v.pipe(v.string(), v.maxLength(63))),
    refundId: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
})

export type PhonePeEvent = {
  type: string
  /** Our own id of the transaction. */
  orderId: string | null
  refund: { key: string; providerId: string | null } | null
}

/** What a webhook is about; null for what is none. */
export function eventIn(body: unknown): PhonePeEvent | null {
  const read = v.safeParse(event, body)
  if (!read.success) return null
  const { event: type, payload } = read.output
  const { merchantOrderId, originalMerchantOrderId, merchantRefundId, refundId = null } = payload
  return {
    type,
    orderId: originalMerchantOrderId ?? merchantOrderId ?? null,
    refund: merchantRefundId === undefined ? null : { key: merchantRefundId, providerId: refundId },
  }
}
