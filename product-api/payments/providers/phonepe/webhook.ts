import { timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { sha256 } from '../../../cryptography.ts'
import { jsonOrNull } from '../provider-request.ts'
import type { WebhookEvent, WebhookReading, WebhookRequest } from '../provider.ts'
import type { PhonePeSettings } from './settings.ts'

/** Verifies and parses a webhook. PhonePe's events have no id, so the digest of the body is
 *  used. */
export async function readWebhook(
  settings: PhonePeSettings,
  request: WebhookRequest,
): Promise<WebhookReading> {
  if (!(await isGenuine(settings, request))) return { kind: 'forged' }
  const event = eventIn(jsonOrNull(request.body))
  return event
    ? { kind: 'event', event: { ...event, id: await sha256(request.body) } }
    : { kind: 'unreadable' }
}

/** Whether PhonePe sent a webhook, by PHONEPE_WEBHOOK_AUTH. sha: Authorization has the SHA-256 of
 *  user name and password, which does not cover the body. hmac: a configured header has the HMAC of
 *  the body, as hex or base64. */
function isGenuine(settings: PhonePeSettings, { headers, body }: WebhookRequest): Promise<boolean> {
  const header = (name: string) => headers[name.toLowerCase()]
  return settings.PHONEPE_WEBHOOK_AUTH === 'sha'
    ? hasDigest(settings, header('authorization'))
    : hasMac(settings, header(settings.PHONEPE_WEBHOOK_HMAC_HEADER), body)
}

async function hasDigest(
  { PHONEPE_WEBHOOK_USERNAME: user, PHONEPE_WEBHOOK_PASSWORD: password }: PhonePeSettings,
  given: string | undefined,
): Promise<boolean> {
  if (given === undefined || user === '' || password === '') return false
  const expected = await crypto.subtle.digest('SHA-256', bytesOf(`${user}:${password}`))
  // PhonePe's documentation also shows 'SHA256(…)'.
  const bare = given
    .replace(/^SHA256[ (]/i, '')
    .replace(/\)$/, '')
    .trim()
    .toLowerCase()
  return isEqual(hexOf(expected), bare)
}

async function hasMac(
  { PHONEPE_WEBHOOK_HMAC_SECRET: secret }: PhonePeSettings,
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

/** Compares in constant time. */
function isEqual(expected: string, given: string): boolean {
  const [one, other] = [bytesOf(expected), bytesOf(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const eventSchema = v.object({
  // The member `type` is deprecated.
  event: v.pipe(v.string(), v.maxLength(100)),
  payload: v.object({
    merchantOrderId: v.optional(v.pipe(v.string(), v.maxLength(63))),
    originalMerchantOrderId: v.optional(v.pipe(v.string(), v.maxLength(63))),
    merchantRefundId: v.optional(v.pipe(v.string(), v.maxLength(63))),
    refundId: v.optional(v.pipe(v.string(), v.maxLength(100))),
    amount: v.fallback(v.optional(v.number()), undefined),
  }),
})

const amountIn = ({ amount }: { amount?: number | undefined }) =>
  amount === undefined ? {} : { amountMinor: amount }

/** The event in a webhook's body; null if it is not an event. */
function eventIn(body: unknown): Omit<WebhookEvent, 'id'> | null {
  const parsed = v.safeParse(eventSchema, body)
  if (!parsed.success) return null
  const { event: type, payload } = parsed.output
  const { merchantOrderId, originalMerchantOrderId, merchantRefundId, refundId = null } = payload
  const orderId = originalMerchantOrderId ?? merchantOrderId
  return {
    type,
    transactionIds: orderId === undefined ? [] : [orderId],
    refund:
      merchantRefundId === undefined
        ? null
        : { key: merchantRefundId, providerId: refundId, ...amountIn(payload) },
    reversal: null,
    dispute: null,
  }
}
