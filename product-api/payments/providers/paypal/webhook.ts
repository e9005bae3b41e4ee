import { X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import * as v from 'valibot'
import type { Till } from '../provider.ts'
import { ask } from './api.ts'

/** What PayPal says proves a webhook: its headers. */
const proof = v.object({
  'paypal-auth-algo': v.literal('SHA256withRSA'),
  'paypal-cert-url': v.pipe(v.string(), v.url(), v.maxLength(500)),
  'paypal-transmission-id': v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  'paypal-transmission-sig': v.pipe(v.string(), v.base64(), v.maxLength(2000)),
  'paypal-transmission-time': v.pipe(v.string(), v.isoTimestamp()),
})
type Proof = v.InferOutput<typeof proof>

/** Whether a webhook is PayPal's own: as PayPal itself says, or, where the settings want it so, by its certificate.
 *  `body`: the very text that came. 'unknown' where PayPal cannot be asked now: it will send the webhook again. */
export async function isGenuine(
  till: Till,
  headers: Record<string, string>,
  body: string,
): Promise<'yes' | 'no' | 'unknown'> {
  const read = v.safeParse(proof, headers)
  if (!read.success) return 'no'
  return till.settings.PAYPAL_WEBHOOK_VERIFICATION === 'online'
    ? askPayPal(till, read.output, body)
    : verify(till, read.output, body)
}

const verdict = v.object({ verification_status: v.string() })

async function askPayPal(till: Till, given: Proof, body: string) {
  const asked = JSON.stringify({
    auth_algo: given['paypal-auth-algo'],
    cert_url: given['paypal-cert-url'],
    transmission_id: given['paypal-transmission-id'],
    transmission_sig: given['paypal-transmission-sig'],
    transmission_time: given['paypal-transmission-time'],
    webhook_id: till.settings.PAYPAL_WEBHOOK_ID,
  })
  const answer = await ask(till, {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    // The event letter for letter as it came: parsed and written again, it would be other bytes than those that were signed.
    body: `${asked.slice(0, -1)},"webhook_event":${body}}`,
    deadlineMs: 4000,
  })
  const read = answer.kind === 'answer' ? v.safeParse(verdict, answer.body) : null
  if (!read?.success) return 'unknown'
  return read.output.verification_status === 'SUCCESS' ? 'yes' : 'no'
}

async function verify(till: Till, given: Proof, body: string) {
  const bytes = new TextEncoder().encode(body)
  const text = [
    given['paypal-transmission-id'],
    given['paypal-transmission-time'],
    till.settings.PAYPAL_WEBHOOK_ID,
    // Unsigned and decimal, of the bytes as they came.
    String(crc32(bytes)),
  ].join('|')
  const key = await keyAt(till, given['paypal-cert-url'])
  if (key === 'none') return 'no'
  if (key === 'unknown') return 'unknown'
  const signature = Uint8Array.from(atob(given['paypal-transmission-sig']), (letter) =>
    letter.charCodeAt(0),
  )
  const isSigned = await crypto.subtle.verify(
    'RSASSA-PKCS1-v1_5',
    key,
    signature,
    new TextEncoder().encode(text),
  )
  return isSigned ? 'yes' : 'no'
}

const longestCertificate = 20_000
const certificates = new Map<string, { key: CryptoKey; fromMs: number; untilMs: number }>()

/** The key of the certificate that a webhook names. Only PayPal's own hosts are believed: anybody can make a certificate. */
async function keyAt(till: Till, url: string): Promise<CryptoKey | 'none' | 'unknown'> {
  if (!isAllowed(url, till.settings.PAYPAL_CERT_HOSTS)) return 'none'
  const nowMs = till.now().getTime()
  const known = certificates.get(url) ?? (await fetched(url, till.settings.PROVIDER_DEADLINE_MS))
  if (typeof known === 'string') return known
  certificates.set(url, known)
  return known.fromMs <= nowMs && nowMs < known.untilMs ? known.key : 'none'
}

/** Over https alone; a host of this machine, where a developer lists it with its port, may do without. */
function isAllowed(url: string, hosts: readonly string[]): boolean {
  const { protocol, host, hostname, username } = new URL(url)
  const isLocal = /^(127\.0\.0\.1|localhost|[\w-]+\.test)$/.test(hostname)
  return hosts.includes(host) && username === '' && (protocol === 'https:' || isLocal)
}

async function fetched(url: string, deadlineMs: number) {
  try {
    const answer = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.min(4000, deadlineMs)),
    })
    const pem = await answer.text()
    if (answer.status >= 500) return 'unknown'
    if (!answer.ok || pem.length > longestCertificate) return 'none'
    const certificate = new X509Certificate(pem)
    const key = await crypto.subtle.importKey(
      'spki',
      certificate.publicKey.export({ format: 'der', type: 'spki' }),
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      false,
      ['verify'],
    )
    return {
      key,
      fromMs: Date.parse(certificate.validFrom),
      untilMs: Date.parse(certificate.validTo),
    }
  } catch (error) {
    console.error(JSON.stringify({ at: 'payments', certificate: url, error: String(error) }))
    return 'unknown'
  }
}

const related = v.object({ order_id: v.optional(v.string()), capture_id: v.optional(v.string()) })

const event = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  event_type: v.pipe(v.string(), v.maxLength(100)),
  resource: v.object({
    id: v.optional(v.string()),
    custom_id: v.optional(v.string()),
    supplementary_data: v.optional(v.object({ related_ids: v.optional(related) })),
    purchase_units: v.optional(v.array(v.object({ custom_id: v.optional(v.string()) }))),
    links: v.optional(v.array(v.object({ href: v.string(), rel: v.string() })), []),
  }),
})

export type PayPalEvent = {
  id: string
  type: string
  /** Of the order, the capture or the refund that it is about. */
  resourceId: string | null
  /** By what our own row may be found: its id, or PayPal's of order or capture. */
  ids: string[]
}

/** What an event is about; null for what is none. What else it says is not believed: the order is asked for. */
export function eventIn(body: unknown): PayPalEvent | null {
  const read = v.safeParse(event, body)
  if (!read.success) return null
  const { id, event_type: type, resource } = read.output
  const { order_id, capture_id } = resource.supplementary_data?.related_ids ?? {}
  const up = resource.links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1)
  const ids = [
    resource.custom_id,
    resource.purchase_units?.[0]?.custom_id,
    order_id,
    capture_id,
    up,
    resource.id,
  ]
  return {
    id,
    type,
    resourceId: resource.id ?? null,
    ids: [...new Set(ids.filter((one) => one !== undefined && one.length <= 100))] as string[],
  }
}
