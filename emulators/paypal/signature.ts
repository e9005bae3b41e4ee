import type { Context } from 'hono'
import { randomId } from '../payment-provider/ids.ts'
import type { WebhookEvent } from '../payment-provider/webhooks.ts'
import { selfSigned } from './certificate.ts'
import { crc32 } from './crc32.ts'
import { accountOf, type PayPal } from './settings.ts'

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
} as const

type Seal = CryptoKeyPair & { certificate: string; id: string }
let seal: Seal | undefined

/** The key that webhooks are signed with, and its certificate. Made once an isolate; costs about
 *  0.1 s then. */
export async function sealOf(): Promise<Seal> {
  if (seal) return seal
  const pair = (await crypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const certificate = await selfSigned('messageverificationcerts.paypal.test', pair, Date.now())
  // Two first webhooks at once make two keys; the first one that is ready stays.
  seal ??= { ...pair, certificate, id: `CERT-${randomId(12, 'digits')}` }
  return seal
}

/** What a signature is over: `transmissionId|transmissionTime|webhookId|crc32` (notes 1.6 B). */
export const signedText = (id: string, time: string, webhookId: string, body: Uint8Array) =>
  new TextEncoder().encode(`${id}|${time}|${webhookId}|${crc32(body)}`)

export const certificatePath = '/v1/notifications/certs/'

/** The headers of a webhook. A forged one is signed over another body. Every delivery has its own
 *  transmission id: what the merchant must know again is the id of the event. */
export async function signed(c: Context<PayPal>, { body, origin }: WebhookEvent, forged: boolean) {
  const { privateKey, id } = await sealOf()
  const transmissionId = crypto.randomUUID()
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  const bytes = new TextEncoder().encode(forged ? `${body} ` : body)
  const signature = await crypto.subtle.sign(
    algorithm.name,
    privateKey,
    signedText(transmissionId, time, accountOf(c).webhookId, bytes),
  )
  return {
    'paypal-transmission-id': transmissionId,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': btoa(String.fromCharCode(...new Uint8Array(signature))),
    'paypal-cert-url': `${origin}${certificatePath}${id}`,
    'paypal-auth-algo': 'SHA256withRSA',
  }
}
