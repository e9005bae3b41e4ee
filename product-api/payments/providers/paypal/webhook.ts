import * as v from 'valibot'
import { minorOf } from '../../money.ts'
import { jsonOrNull } from '../provider-request.ts'
import type { WebhookEvent, WebhookReading, WebhookRequest } from '../provider.ts'
import type { PayPalContext } from './settings.ts'
import { verifySignature } from './webhook-signature.ts'

const related = v.object({ order_id: v.optional(v.string()), capture_id: v.optional(v.string()) })
const shortText = v.pipe(v.string(), v.maxLength(100))
const disputeSchema = v.object({
  dispute_id: v.optional(shortText),
  status: v.optional(shortText),
  reason: v.optional(shortText),
  dispute_outcome: v.optional(v.object({ outcome_code: v.optional(shortText) })),
})

const eventSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  event_type: v.pipe(v.string(), v.maxLength(100)),
  resource: v.object({
    ...disputeSchema.entries,
    id: v.optional(v.string()),
    custom_id: v.optional(v.string()),
    amount: v.optional(v.object({ currency_code: v.string(), value: v.string() })),
    disputed_transactions: v.optional(
      v.array(v.object({ seller_transaction_id: v.optional(v.string()) })),
      [],
    ),
    supplementary_data: v.optional(v.object({ related_ids: v.optional(related) })),
    purchase_units: v.optional(v.array(v.object({ custom_id: v.optional(v.string()) }))),
    links: v.optional(v.array(v.object({ href: v.string(), rel: v.string() })), []),
  }),
})

type Resource = v.InferOutput<typeof eventSchema>['resource']

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
        ? { key: '', providerId: resource.id, ...amountIn(resource) }
        : null,
    reversal: type === 'PAYMENT.CAPTURE.REVERSED' ? reversalIn(resource, id) : null,
    dispute: type.startsWith('CUSTOMER.DISPUTE.') ? disputeText(resource) : null,
  }
}

function amountIn({ amount }: Resource): { amountMinor?: number } {
  const amountMinor = amount === undefined ? null : minorOf(amount)
  return amountMinor === null ? {} : { amountMinor }
}

/** The resource is a refund with the reversed amount, which may be a part of the capture. */
function reversalIn({ id, amount }: Resource, eventId: string): WebhookEvent['reversal'] {
  const minor = amount === undefined ? null : minorOf(amount)
  return {
    id: id ?? eventId,
    amount:
      amount === undefined || minor === null ? null : { minor, currency: amount.currency_code },
  }
}

const disputeText = ({ dispute_id, status, reason, dispute_outcome }: Resource) =>
  [dispute_id, status, reason, dispute_outcome?.outcome_code]
    .filter((part) => part !== undefined)
    .join(' ')

const maxIdLength = 100

/** The transaction's id, then PayPal's ids of order and capture; their place depends on the type of
 *  event. */
function transactionIdsIn(resource: Resource): string[] {
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
    ...resource.disputed_transactions.map((one) => one.seller_transaction_id),
    resource.id,
  ]
  return [...new Set(ids.filter((id) => id !== undefined && id.length <= maxIdLength))] as string[]
}
