import { Hono, type Context } from 'hono'
import { parseObject, asText, type Fields } from '../payment-provider/fields.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { emulator } from './store.ts'
import { refusal } from './problems.ts'
import { rawMember } from './raw-member.ts'
import { merchantAccount, type PayPalEnv } from './settings.ts'
import { certificatePath, signingKey, signedText } from './signature.ts'

export const verificationRoutes = new Hono<PayPalEnv>()

/** The certificate that webhooks name in paypal-cert-url. */
verificationRoutes.get(`${certificatePath}:id`, async (c) => {
  const { certificate, id } = await signingKey()
  return c.req.param('id') === id ? c.text(certificate) : c.notFound()
})

const requiredFields = [
  ...['auth_algo', 'cert_url', 'transmission_id', 'transmission_sig', 'transmission_time'],
  ...['webhook_id', 'webhook_event'],
]

/** Responds with SUCCESS or FAILURE, both with status 200. */
verificationRoutes.post(
  '/v1/notifications/verify-webhook-signature',
  withLateAnswer(emulator, 'verify'),
  withFaults(emulator, 'verify'),
  async (c) => {
    const raw = await c.req.text()
    const given = parseObject(raw)
    if (!given) return refusal(400, { issue: 'MALFORMED_REQUEST_JSON', location: 'body' })
    const missing = requiredFields.find((name) => given[name] === undefined)
    if (missing)
      return refusal(400, {
        issue: 'MISSING_REQUIRED_PARAMETER',
        field: `/${missing}`,
        location: 'body',
      })
    // The source text, because parsing and serializing it would hide that the caller changed it.
    const event = rawMember(raw, 'webhook_event') ?? ''
    const isGenuine = await isSignatureValid(c, given, event)
    return c.json({ verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' })
  },
)

async function isSignatureValid(
  c: Context<PayPalEnv>,
  given: Fields,
  event: string,
): Promise<boolean> {
  const { publicKey, id } = await signingKey()
  const { webhookId } = merchantAccount(c)
  if (
    given.auth_algo !== 'SHA256withRSA' ||
    !asText(given.cert_url)?.endsWith(`${certificatePath}${id}`) ||
    given.webhook_id !== webhookId
  )
    return false
  const signature = asText(given.transmission_sig) ?? ''
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false
  return crypto.subtle.verify(
    'RSASSA-PKCS1-v1_5',
    publicKey,
    Uint8Array.from(atob(signature), (character) => character.charCodeAt(0)),
    signedText(
      asText(given.transmission_id) ?? '',
      asText(given.transmission_time) ?? '',
      webhookId,
      new TextEncoder().encode(event),
    ),
  )
}
