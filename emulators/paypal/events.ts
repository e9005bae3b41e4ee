import { randomId } from '../payment-provider/ids.ts'
import type { WebhookEvent } from '../payment-provider/webhook-event.ts'
import { captureBody, orderBody, refundBody } from './answers.ts'
import type { Capture, Order, Refund } from './order.ts'

/** CHECKOUT.ORDER.APPROVED: the merchant should capture the order, even where the payer has not
 *  returned. */
export const approvedEvent = (order: Order, atMs: number) =>
  webhookEvent(
    order,
    'CHECKOUT.ORDER.APPROVED',
    'checkout-order',
    orderBody(order, order.origin),
    atMs,
  )

const captureEventTypes = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DENIED',
  REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
  PARTIALLY_REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
} as const

/** The event for the capture's current status. */
export const captureEvent = (order: Order, capture: Capture, atMs: number) =>
  webhookEvent(
    order,
    captureEventTypes[capture.status],
    'capture',
    captureBody(order, capture, order.origin),
    atMs,
  )

/** PAYMENT.CAPTURE.REFUNDED, for full and partial refunds. */
export const refundEvent = (order: Order, capture: Capture, refund: Refund, atMs: number) =>
  webhookEvent(
    order,
    'PAYMENT.CAPTURE.REFUNDED',
    'refund',
    refundBody(order, capture, refund, order.origin),
    atMs,
  )

function webhookEvent(
  order: Order,
  event: string,
  resourceType: string,
  resource: object,
  atMs: number,
): WebhookEvent {
  const id = `WH-${randomId(17, 'paypal')}-${randomId(17, 'paypal')}`
  const self = `${order.origin}/v1/notifications/webhooks-events/${id}`
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: new Date(atMs).toISOString(),
    resource_type: resourceType,
    resource_version: '2.0',
    event_type: event,
    summary: `${event} (emulator)`,
    resource,
    links: [{ href: self, rel: 'self', method: 'GET' }],
  })
  return {
    event,
    body: escapeSlashes(body),
    orders: [order.id, order.customId],
    origin: order.origin,
  }
}

/** Signatures cover the exact bytes of the body. With escaped slashes, a merchant that verifies
 *  JSON which it has parsed and serialized again fails here, as it would at PayPal. */
const escapeSlashes = (json: string) => json.replaceAll('/', '\\/')
