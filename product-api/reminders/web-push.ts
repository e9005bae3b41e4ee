import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push'
import type { DeviceRow } from './devices.ts'
import type { VapidSettings } from './settings.ts'

/** What became of a message.
 *  - accepted. - gone: the device does not exist any more. - retry: not now; `afterSeconds` is what
 *  the service asked for. - refused: this message will never be accepted. */
export type Delivery =
  | { kind: 'accepted' }
  | { kind: 'gone' }
  | { kind: 'retry'; afterSeconds: number | null; because: string }
  | { kind: 'refused'; because: string }

const deadlineMs = 8000
/** Lengths are rounded up to this, so that they say little about what is encrypted. */
const paddedTo = 512

/** Sends a message to a browser's push service (RFC 8030), encrypted for the browser alone (RFC
 *  8291, aes128gcm) and signed (RFC 8292). `topic`: replaces a message of the same topic that was
 *  not delivered yet; at most 32 characters of base64url. `endpoint` was checked by isPushEndpoint.
 *  Cost: one request. */
export async function sendWebPush(
  { endpoint, p256dh, auth }: DeviceRow,
  vapid: VapidSettings,
  message: Record<string, string>,
  { ttlSeconds, topic }: { ttlSeconds: number; topic: string },
): Promise<Delivery> {
  // Only on a developer's machine is there no TLS; there, too, the audience is the https origin.
  const secure = endpoint.replace(/^http:/, 'https:')
  const subscription = { endpoint: secure, expirationTime: null, keys: { p256dh, auth } }
  // Whoever posted keys that are none gets nothing.
  const body = await encrypted(subscription, message)
  if (body === null) return { kind: 'gone' }
  try {
    const { headers } = await vapidHeaders(subscription, vapid)
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: {
        ...headers,
        ...{ ttl: String(ttlSeconds), topic, urgency: 'normal' },
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
      },
      body,
      // A redirect could lead anywhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    })
    await answer.body?.cancel()
    return deliveryOf(answer)
  } catch (error) {
    return { kind: 'retry', afterSeconds: null, because: String(error) }
  }
}

async function encrypted(
  subscription: Parameters<typeof encryptNotification>[0],
  message: Record<string, string>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return (await encryptNotification(subscription, padded(message), { pad: false })).slice()
  } catch (error) {
    console.warn(JSON.stringify({ at: 'web-push', keys: String(error) }))
    return null
  }
}

/** RFC 8030, sections 5 and 7; 404 and 410 both mean a subscription that has ended. */
export function deliveryOf({ ok, status, headers }: Response): Delivery {
  const because = `status ${status}`
  if (ok) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500)
    return { kind: 'retry', afterSeconds: seconds(headers.get('retry-after')), because }
  return { kind: 'refused', because }
}

/** JSON may end with spaces. */
function padded(message: Record<string, string>): Uint8Array {
  const bytes = new TextEncoder().encode(JSON.stringify(message))
  const result = new Uint8Array(Math.ceil(bytes.length / paddedTo) * paddedTo).fill(32)
  result.set(bytes)
  return result
}

/** Retry-After in seconds; a date, or nothing, is null. */
const seconds = (value: string | null) =>
  value !== null && /^\d{1,6}$/.test(value) ? Number(value) : null
