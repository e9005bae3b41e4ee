import { afterEach, expect, it, vi } from 'vitest'
import paypal from '../../emulators/paypal/paypal.ts'
import { signingKey } from '../../emulators/paypal/signature.ts'
import { paypalSettingEntries } from '../../product-api/payments/providers/paypal/settings.ts'
import { verifySignature } from '../../product-api/payments/providers/paypal/webhook-signature.ts'
import { parseSettings } from '../../product-api/payments/setting-schemas.ts'
import { sharedSettingEntries } from '../../product-api/payments/settings.ts'
import { emulatorPaymentSettings } from '../../tasks/local-emulators.ts'

// The emulated PayPal runs in this process at the address that `npm start` gives to it.

const settings = emulatorPaymentSettings(9410)
const webhookUrl = 'http://127.0.0.1:9410/paypal/webhook'

afterEach(() => vi.unstubAllGlobals())

it('a PayPal webhook of the emulator is genuine with the settings of npm start', async () => {
  const webhooks: Request[] = []
  const background: Promise<unknown>[] = []
  const context = {
    waitUntil: (work: Promise<unknown>) => void background.push(work),
    passThroughOnException: () => undefined,
    props: {},
  }
  const toPayPal = async (path: string, init: RequestInit = {}) =>
    await paypal.request(
      settings.PAYPAL_API_URL + path,
      init,
      { ...settings, PAYPAL_WEBHOOK_URL: webhookUrl },
      context,
    )
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input !== webhookUrl) return toPayPal(input.replace(settings.PAYPAL_API_URL, ''), init)
    webhooks.push(new Request(input, init))
    return new Response()
  })
  const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret } = settings
  const token = await toPayPal('/v1/oauth2/token', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: bearer } = await token.json<{ access_token: string }>()
  const created = await toPayPal('/v2/checkout/orders', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'paypal-request-id': crypto.randomUUID(),
    },
    body: JSON.stringify({
      intent: 'CAPTURE',
      purchase_units: [{ custom_id: 'txn-1', amount: { currency_code: 'USD', value: '9.99' } }],
      payment_source: {
        paypal: {
          experience_context: {
            return_url: 'http://127.0.0.1:9410/paypal/success?tx=1',
            cancel_url: 'http://127.0.0.1:9410/paypal/cancel?tx=1',
          },
        },
      },
    }),
  })
  const order = await created.json<{ id: string }>()
  // The payer's browser has another name for the same origin.
  await paypal.request(
    `http://localhost:9413/checkoutnow`,
    { method: 'POST', body: new URLSearchParams({ token: order.id, choice: 'approve' }) },
    { ...settings, PAYPAL_WEBHOOK_URL: webhookUrl },
    context,
  )
  await Promise.all(background)
  expect(webhooks.length).toBeGreaterThan(0)
  const { certificate } = await signingKey()
  const parsed = parseSettings(
    { ...sharedSettingEntries, ...paypalSettingEntries },
    {
      ...settings,
      PAYPAL_WEBHOOK_VERIFICATION: 'offline',
      PAYPAL_CERT_NAMES: 'messageverificationcerts.paypal.test',
      PAYPAL_CERT_ROOTS: certificate.slice(certificate.lastIndexOf('-----BEGIN')),
    },
  )
  if (!parsed.ok) throw new Error(parsed.error.join('; '))
  for (const webhook of webhooks) {
    const verifying = verifySignature(
      {
        settings: parsed.value,
        now: () => new Date(),
        get db(): never {
          throw new Error('The signature is verified without the database')
        },
      },
      {
        headers: Object.fromEntries(webhook.headers),
        body: await webhook.text(),
        countCall: () => Promise.resolve(),
      },
    )
    expect(await verifying).toBe('genuine')
  }
})
