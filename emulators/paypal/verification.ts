import { Hono, type Context } from 'hono'
import { parseObject, text, type Fields } from '../payment-provider/fields.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { emulator } from './store.ts'
import { refusal } from './problems.ts'
import { rawMember } from './raw-member.ts'
import { accountOf, type PayPal } from './settings.ts'
import { certificatePath, sealOf, signedText } from './signature.ts'

export const verification = new Hono<PayPal>()

/** The certificate that webhooks name in paypal-cert-url. */
verification.get(`${certificatePath}:id`, async (c) => {
  const { certificate, id } = await sealOf()
  return c.req.param('id') === id ? c.text(certificate) : c.notFound()
})

const asked = [
  ...['auth_algo', 'cert_url', 'transmission_id', 'transmission_sig', 'transmission_time'],
  ...['webhook_id', 'webhook_event'],
]

/** Says SUCCESS or FAILURE, with 200 either way. */
verification.post(
  '/v1/notifications/verify-webhook-signature',
  withLateAnswer(emulator, 'verify'),
  withFaults(emulator, 'verify'),
  async (c) => {
    const raw = await c.req.text()
    const given = parseObject(raw)
    if (!given) return refusal(400, { issue: 'MALFORMED_REQUEST_JSON', location: 'body' })
    const missing = asked.find((name) => given[name] === undefined)
    if (missing)
      return refusal(400, {
        issue: 'MISSING_REQUIRED_PARAMETER',
        field: `/${missing}`,
        location: 'body',
      })
    // The event as the caller wrote it into the body: parsing and writing it again would mend what
    // the caller broke.
    const event = rawMember(raw, 'webhook_event') ?? ''
    const isGenuine = await verifies(c, given, event)
    return c.json({ verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' })
  },
)

async function verifies(c: Context<PayPal>, given: Fields, event: string): Promise<boolean> {
  const { publicKey, id } = await sealOf()
  const { webhookId } = accountOf(c)
  if (
    given.auth_algo !== 'SHA256withRSA' ||
    !text(given.cert_url)?.endsWith(`${certificatePath}${id}`) ||
    given.webhook_id !== webhookId
  )
    return false
  const signature = text(given.transmission_sig) ?? ''
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false
  return crypto.subtle.verify(
    'RSASSA-PKCS1-v1_5',
    publicKey,
    Uint8Array.from(atob(signature), (letter) => letter.charCodeAt(0)),
    signedText(
      text(given.transmission_id) ?? '',
      text(given.transmission_time) ?? '',
      webhookId,
      new TextEncoder().encode(event),
    ),
  )
}
