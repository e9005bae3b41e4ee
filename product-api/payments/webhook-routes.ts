import { Hono, type Context } from 'hono'
import type { Api } from '../env.ts'
import { tillOf } from './operator/desk.ts'
import { receiveFromPayPal, receiveFromPhonePe, type Received } from './webhooks.ts'
import { Refusal } from '../strapi/errors.ts'

const longestBody = 262_144

/** What the providers tell us on their own. Answered at once; what follows from it is done behind the answer. */
export const paymentWebhooks = new Hono<Api>()

paymentWebhooks.post('/paypal/webhook', async (c) => {
  const body = await bodyOf(c)
  return answered(c, await receiveFromPayPal(tillOf(c), c.req.header(), body))
})

paymentWebhooks.post('/phonepe/webhook', async (c) => {
  const body = await bodyOf(c)
  return answered(c, await receiveFromPhonePe(tillOf(c), (name) => c.req.header(name), body))
})

async function bodyOf(c: Context<Api>): Promise<string> {
  const body = await c.req.text()
  if (body.length > longestBody) throw new Refusal(413, 'PayloadTooLargeError', 'Payload too large')
  return body
}

/** A provider repeats what was not answered with 2xx: so it shall where we could not look, and not where it is none of its own. */
function answered(c: Context<Api>, received: Received) {
  switch (received.kind) {
    case 'forged':
      throw new Refusal(401, 'UnauthorizedError', 'Invalid signature', {})
    case 'unreadable':
      throw new Refusal(400, 'ValidationError', 'Unreadable event', {})
    case 'later':
      throw new Refusal(503, 'ServiceUnavailableError', 'The signature cannot be checked now', {})
    case 'accepted':
      c.executionCtx.waitUntil(
        received.work().catch((error: unknown) => {
          console.error(JSON.stringify({ at: 'payments', webhook: String(error) }))
        }),
      )
      return c.json({ ok: true })
  }
}
