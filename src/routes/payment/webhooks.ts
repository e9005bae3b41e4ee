import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import { paymentApiPath } from '../../../domain/payment.ts'
import { paymentProviders } from '../../../domain/payment-providers.ts'
import { readBytes, statusOfRefusal } from '../../../http/request-body.ts'
import { deadlines } from '../../api-client/deadlines.ts'
import type { AppEnv } from '../../app-env.ts'

/** Forwards the providers' webhooks to the product API byte for byte, because signatures cover the
 *  exact body. The product API verifies them. */
export const webhooks = new Hono<AppEnv>()

const maxBodyBytes = 262_144
/** Headers of this connection, and those that the site sets. All others are forwarded, because the
 *  name of a signature header can be a setting of the product API. */
const notForwarded = new RegExp(
  '^(cookie|host|connection|content-length|transfer-encoding|accept-encoding|expect|forwarded' +
    '|cf-.*|x-forwarded-.*|x-real-ip)$',
)

for (const { webhookPath } of paymentProviders)
  if (webhookPath !== null) webhooks.post(webhookPath, (c) => forwardWebhook(c, webhookPath))

async function forwardWebhook(c: Context<AppEnv>, path: string) {
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
  // After a 503 the provider delivers the webhook again.
  if (!forwarded.ok) return c.body(null, 503)
  // Unread, the body would keep the connection busy.
  await forwarded.value.arrayBuffer()
  return new Response(null, { status: forwarded.value.status })
}
