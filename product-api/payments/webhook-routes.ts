import { Hono, type Context } from 'hono'
import { readText } from '../../http/request-body.ts'
import type { ApiEnv } from '../env.ts'
import { enforceRateLimit } from '../identity/rate-limits.ts'
import { Refusal } from '../strapi/errors.ts'
import { refusalOf } from '../strapi/request-body.ts'
import { providerOf } from './payment-context.ts'
import type { PaymentProviderDefinition } from './providers/provider.ts'
import type { ContextOf } from './route-context.ts'
import { receiveWebhook, type ReceivedWebhook } from './webhooks.ts'

const maxBytes = 262_144

/** The providers' webhooks. They are answered at once; payments are settled in `waitUntil`. */
export function webhookRoutes(
  contextOf: ContextOf,
  definitions: readonly PaymentProviderDefinition[],
) {
  const routes = new Hono<ApiEnv>()
  for (const { facts } of definitions)
    if (facts.webhookPath !== null)
      routes.post(facts.webhookPath, async (c) => {
        const context = contextOf(c)
        const provider = providerOf(context, { provider: facts.id })
        const body = await bodyOf(c)
        return answerTo(
          c,
          await receiveWebhook(context, provider, {
            ...{ headers: c.req.header(), body },
            countCall: () => enforceRateLimit(c, 'verify-webhook'),
          }),
        )
      })
  return routes
}

async function bodyOf(c: Context<ApiEnv>): Promise<string> {
  const body = await readText(c.req.raw, { maxBytes })
  if (!body.ok) throw refusalOf(body.error)
  return body.value
}

/** A provider repeats a webhook that is not answered with 2xx. That is wanted if the signature
 *  could not be checked, but not for an event without a transaction. */
function answerTo(c: Context<ApiEnv>, received: ReceivedWebhook) {
  switch (received.kind) {
    case 'forged':
      throw new Refusal(401, 'UnauthorizedError', 'Invalid signature', {})
    case 'unreadable':
      throw new Refusal(400, 'ValidationError', 'Unreadable event', {})
    case 'unverifiable':
      throw new Refusal(503, 'ServiceUnavailableError', 'The signature cannot be checked now', {})
    case 'accepted':
      c.executionCtx.waitUntil(
        received.followUp().catch((error: unknown) => {
          console.error(JSON.stringify({ at: 'payments', webhook: String(error) }))
        }),
      )
      return c.json({ ok: true })
  }
}
