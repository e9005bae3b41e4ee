import { crc32 } from 'node:zlib'
import * as v from 'valibot'
import { withDeadline } from '../../../../http/deadline.ts'
import { alertOperator } from '../../ledger/entries.ts'
import type { WebhookRequest } from '../provider.ts'
import { requestPayPal } from './api.ts'
import { trustedCertificate } from './certificate-chain.ts'
import type { PayPalContext } from './settings.ts'

/** The headers with which PayPal signs a webhook. */
const signatureHeaders = v.object({
  'paypal-auth-algo': v.literal('SHA256withRSA'),
  'paypal-cert-url': v.pipe(v.string(), v.url(), v.maxLength(500)),
  'paypal-transmission-id': v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  'paypal-transmission-sig': v.pipe(v.string(), v.base64(), v.minLength(100), v.maxLength(2000)),
  'paypal-transmission-time': v.pipe(v.string(), v.isoTimestamp()),
})
type SignatureHeaders = v.InferOutput<typeof signatureHeaders>

export type Verdict = 'genuine' | 'forged' | 'unverifiable'

/** Whether PayPal sent a webhook, by PAYPAL_WEBHOOK_VERIFICATION. online: PayPal's API verifies it;
 *  offline: its certificate does. 'unverifiable' if PayPal cannot be reached now: it repeats the
 *  webhook. */
export async function verifySignature(
  context: PayPalContext,
  { headers, body, countCall }: WebhookRequest,
): Promise<Verdict> {
  const parsed = v.safeParse(signatureHeaders, headers)
  if (!parsed.success || !isPlausible(context, parsed.output)) return 'forged'
  if (context.settings.PAYPAL_WEBHOOK_VERIFICATION === 'offline')
    return verifyByCertificate(context, parsed.output, body, countCall)
  await countCall()
  return verifyOnline(context, parsed.output, body)
}

/** PayPal repeats a webhook for three days, each time with a new transmission time. */
const maxAgeMs = 4 * 86_400_000

/** What can be checked without a call: the host of the certificate, and the time of sending. */
function isPlausible({ settings, now }: PayPalContext, given: SignatureHeaders): boolean {
  const ageMs = now().getTime() - Date.parse(given['paypal-transmission-time'])
  return (
    isAllowedHost(given['paypal-cert-url'], settings.PAYPAL_CERT_HOSTS) &&
    Math.abs(ageMs) < maxAgeMs
  )
}

const verification = v.object({ verification_status: v.string() })

async function verifyOnline(
  context: PayPalContext,
  given: SignatureHeaders,
  body: string,
): Promise<Verdict> {
  const envelope = JSON.stringify({
    auth_algo: given['paypal-auth-algo'],
    cert_url: given['paypal-cert-url'],
    transmission_id: given['paypal-transmission-id'],
    transmission_sig: given['paypal-transmission-sig'],
    transmission_time: given['paypal-transmission-time'],
    webhook_id: context.settings.PAYPAL_WEBHOOK_ID,
  })
  const answer = await requestPayPal(context, {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    // The event's original text: parsed and serialised again, its bytes could differ from the
    // signed ones.
    body: `${envelope.slice(0, -1)},"webhook_event":${body}}`,
    deadlineMs: 4000,
  })
  const parsed = answer.kind === 'answer' ? v.safeParse(verification, answer.body) : null
  if (!parsed?.success) return 'unverifiable'
  return parsed.output.verification_status === 'SUCCESS' ? 'genuine' : 'forged'
}

async function verifyByCertificate(
  context: PayPalContext,
  given: SignatureHeaders,
  body: string,
  countCall: () => Promise<void>,
): Promise<Verdict> {
  const signedText = [
    given['paypal-transmission-id'],
    given['paypal-transmission-time'],
    context.settings.PAYPAL_WEBHOOK_ID,
    // Unsigned decimal, of the original bytes.
    String(crc32(new TextEncoder().encode(body))),
  ].join('|')
  const key = await publicKeyAt(context, given['paypal-cert-url'], countCall)
  if (typeof key === 'string') return key
  const signature = Uint8Array.from(atob(given['paypal-transmission-sig']), (letter) =>
    letter.charCodeAt(0),
  )
  const isSigned = await crypto.subtle.verify(
    'RSASSA-PKCS1-v1_5',
    key,
    signature,
    new TextEncoder().encode(signedText),
  )
  return isSigned ? 'genuine' : 'forged'
}

const maxCertificateLength = 40_000
const certificateDeadlineMs = 4000
type Certificate = { key: CryptoKey; fromMs: number; untilMs: number }
/** By URL, and by what was trusted when it was fetched. */
const certificatesInMemory = new Map<string, Certificate>()

/** The public key of the certificate that a webhook names: at one of PayPal's hosts, issued to
 *  PayPal's name, by a trusted authority. */
async function publicKeyAt(
  context: PayPalContext,
  url: string,
  countCall: () => Promise<void>,
): Promise<CryptoKey | 'forged' | 'unverifiable'> {
  const nowMs = context.now().getTime()
  const { PAYPAL_CERT_NAMES: names, PAYPAL_CERT_ROOTS: roots } = context.settings
  const cacheKey = [url, ...names, roots].join('\n')
  let certificate = certificatesInMemory.get(cacheKey)
  if (!certificate) {
    await countCall()
    const fetched = await fetchCertificate(url, context)
    if (typeof fetched === 'string') return fetched
    certificate = fetched
    certificatesInMemory.set(cacheKey, certificate)
  }
  return certificate.fromMs <= nowMs && nowMs < certificate.untilMs ? certificate.key : 'forged'
}

/** Requires https. A local host, which a developer lists with its port, may use http. */
function isAllowedHost(url: string, hosts: readonly string[]): boolean {
  const { protocol, host, hostname, username } = new URL(url)
  const isLocal = /^(127\.0\.0\.1|localhost|[\w-]+\.test)$/.test(hostname)
  return hosts.includes(host) && username === '' && (protocol === 'https:' || isLocal)
}

async function fetchCertificate(
  url: string,
  { settings }: PayPalContext,
): Promise<Certificate | 'forged' | 'unverifiable'> {
  const { PAYPAL_CERT_NAMES: names, PAYPAL_CERT_ROOTS: roots, PROVIDER_DEADLINE_MS } = settings
  try {
    const { status, pem } = await withDeadline(
      Math.min(certificateDeadlineMs, PROVIDER_DEADLINE_MS),
      async (signal) => {
        const answer = await fetch(url, { redirect: 'manual', signal })
        return { status: answer.status, pem: await answer.text() }
      },
    )
    if (status >= 500) return 'unverifiable'
    if (status !== 200 || pem.length > maxCertificateLength) return 'forged'
    const trusted = trustedCertificate(pem, { names, roots })
    if (!trusted) {
      alertOperator('certificate not trusted', { url })
      return 'forged'
    }
    const key = await crypto.subtle.importKey(
      'spki',
      trusted.key.export({ format: 'der', type: 'spki' }),
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      false,
      ['verify'],
    )
    return { ...trusted, key }
  } catch (error) {
    console.error(JSON.stringify({ at: 'payments', certificate: url, error: String(error) }))
    return 'unverifiable'
  }
}
