import * as v from 'valibot'
import { jsonOrNull } from '../provider-request.ts'
import type { WebhookEvent, WebhookReading, WebhookRequest } from '../provider.ts'
import type { PayPalContext } from './settings.ts'
import { verifySignature } from './webhook-signature.ts'

const related = v.object({ order_id: v.optional(v.string()), capture_id: v.optional(v.string()) })

const eventSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  event_type: v.pipe(v.string(), v.maxLength(100)),
  resource: v.object({
    id: v.optional(v.string()),
    custom_id: v.optional(v.string()),
    supplementary_data: v.optional(v.object({ related_ids: v.optional(related) })),
    purchase_units: v.optional(v.array(v.object({ custom_id: v.optional(v.string()) }))),
    links: v.optional(v.array(v.object({ href: v.string(), rel: v.string() })), []),
  }),
})

/** Parses a webhook and verifies its signature. */
export async function readWebhook(
  context: PayPalContext,
  request: WebhookRequest,
): Promise<WebhookReading> {
  const event = eventIn(jsonOrNull(request.body))
  if (!event) return { kind: 'unreadable' }
  const verdict = await verifySignature(context, request)
  return verdict === 'genuine' ? { kind: 'event', event } : { kind: verdict }
}

/** The event in a webhook's body; null if it is not an event. */
export function eventIn(body: unknown): WebhookEvent | null {
  const parsed = v.safeParse(eventSchema, body)
  if (!parsed.success) return null
  const { id, event_type: type, resource } = parsed.output
  return {
    id,
    type,
    transactionIds: transactionIdsIn(resource),
    refund:
      type === 'PAYMENT.CAPTURE.REFUNDED' && resource.id !== undefined
        ? { key: '', providerId: resource.id }
        : null,
    isReversal: type === 'PAYMENT.CAPTURE.REVERSED',
    isDispute: type.startsWith('CUSTOMER.DISPUTE.'),
  }
}

const maxIdLength = 100

/** The transaction's id, then PayPal's ids of order and capture; their place depends on the type of
 *  event. */
function transactionIdsIn(resource: v.InferOutput<typeof eventSchema>['resource']): string[] {
  const { order_id, capture_id } = resource.supplementary_data?.related_ids ?? {}
  const up = resource.links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1)
  const ids = [
    resource.custom_id,
    resource.purchase_units?.[0]?.custom_id,
    order_id,
    capture_id,
    up,
    resource.id,
  ]
  return [...new Set(ids.filter((id) => id !== undefined && id.length <= maxIdLength))] as string[]
}
