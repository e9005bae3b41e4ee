import type { Context } from 'hono'
import { randomId } from '../payment-provider/ids.ts'
import type { WebhookEvent } from '../payment-provider/webhook-event.ts'
import { issueCertificate } from './certificate.ts'
import { crc32 } from './crc32.ts'
import { merchantAccount, type PayPalEnv } from './settings.ts'

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
} as const

type SigningKey = CryptoKeyPair & { certificate: string; id: string }
let currentKey: SigningKey | undefined

/** The key that signs webhooks, and its certificate, followed by that of its root. Generated at
 *  first use, which takes 0.1 s. */
export async function signingKey(): Promise<SigningKey> {
  if (currentKey) return currentKey
  const newPair = () =>
    crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>
  const [pair, rootPair] = await Promise.all([newPair(), newPair()])
  const root = { name: 'Root of the emulated PayPal', pair: rootPair }
  const subject = { name: 'messageverificationcerts.paypal.test', pair }
  const validFromMs = Date.now()
  const certificate =
    (await issueCertificate({ subject, issuer: root, isAuthority: false, validFromMs })) +
    (await issueCertificate({ subject: root, issuer: root, isAuthority: true, validFromMs }))
  // Concurrent first calls generate two keys; the first one that is ready is used.
  currentKey ??= { ...pair, certificate, id: `CERT-${randomId(12, 'digits')}` }
  return currentKey
}

/** The signed text: `transmissionId|transmissionTime|webhookId|crc32`. Source: PayPal, "Integrate
 *  webhooks". */
export const signedText = (id: string, time: string, webhookId: string, body: Uint8Array) =>
  new TextEncoder().encode(`${id}|${time}|${webhookId}|${crc32(body)}`)

export const certificatePath = '/v1/notifications/certs/'

/** The headers of a webhook; a forged one has the signature of another body. Every delivery has its
 *  own transmission id, so merchants must recognise repeated events by the event's id. */
export async function signatureHeaders(
  c: Context<PayPalEnv>,
  { body, origin }: WebhookEvent,
  isForged: boolean,
) {
  const { privateKey, id } = await signingKey()
  const transmissionId = crypto.randomUUID()
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  const bytes = new TextEncoder().encode(isForged ? `${body} ` : body)
  const signature = await crypto.subtle.sign(
    algorithm.name,
    privateKey,
    signedText(transmissionId, time, merchantAccount(c).webhookId, bytes),
  )
  return {
    'paypal-transmission-id': transmissionId,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': btoa(String.fromCharCode(...new Uint8Array(signature))),
    'paypal-cert-url': `${origin}${certificatePath}${id}`,
    'paypal-auth-algo': 'SHA256withRSA',
  }
}
