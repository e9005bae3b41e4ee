import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import { paymentApiPath } from '../../../domain/payment.ts'
import { paymentProviders } from '../../../domain/payment-providers.ts'
import { readBytes, statusOfRefusal } from '../../../http/request-body.ts'
import { deadlines } from '../../api-client/deadlines.ts'
import type { AppEnv } from '../../app-env.ts'

/** Forwards the providers' webhooks byte for byte, with the headers that prove their origin: the
 *  product API verifies them, and relies on nothing that it has not asked the provider itself. */
export const webhooks = new Hono<AppEnv>()

const maxBodyBytes = 262_144
/** Headers of this connection, or our own. Which header a provider signs with is the product API's
 *  setting. */
const notForwarded = new RegExp(
  '^(cookie|host|connection|content-length|transfer-encoding|accept-encoding|expect|forwarded' +
    '|cf-.*|x-forwarded-.*|x-real-ip)$',
)

for (const { webhookPath } of paymentProviders)
  if (webhookPath !== null) webhooks.post(webhookPath, (c) => forwardWebhook(c, webhookPath))

async function forwardWebhook(c: Context<AppEnv>, path: string) {
  c.header('cache-control', 'no-store')
  const body = await readBytes(c.req.raw, { maxBytes: maxBodyBytes })
  if (!body.ok) return c.body(null, statusOfRefusal(body.error))
  const forwarded = await c.var.api.forward(paymentApiPath(path), {
    method: 'POST',
    body: body.value,
    headers: Object.fromEntries(
      Object.entries(c.req.header()).filter(([name]) => !notForwarded.test(name)),
    ),
    deadlineMs: deadlines.webhookMs,
  })
  // The provider sends it again.
  if (!forwarded.ok) return c.body(null, 503)
  // Read to its end, or the connection could not be used again.
  await forwarded.value.arrayBuffer()
  const { status } = forwarded.value
  return new Response(null, { status, headers: { 'cache-control': 'no-store' } })
}
