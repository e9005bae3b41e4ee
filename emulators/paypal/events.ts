import { randomId } from '../payment-provider/ids.ts'
import type { WebhookEvent } from '../payment-provider/webhooks.ts'
import { captureBody, orderBody, refundBody } from './answers.ts'
import type { Capture, Order, Refund } from './store.ts'

/** CHECKOUT.ORDER.APPROVED: the payer said yes; capture it, even if the payer never came back. */
export const approvedNews = (order: Order, atMs: number) =>
  webhookEvent(
    order,
    'CHECKOUT.ORDER.APPROVED',
    'checkout-order',
    orderBody(order, order.origin),
    atMs,
  )

const captureEvents = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DENIED',
  REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
  PARTIALLY_REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
} as const

/** PAYMENT.CAPTURE.COMPLETED, PENDING or DENIED, as the capture stands. */
export const captureNews = (order: Order, capture: Capture, atMs: number) =>
  webhookEvent(
    order,
    captureEvents[capture.status],
    'capture',
    captureBody(order, capture, order.origin),
    atMs,
  )

/** PAYMENT.CAPTURE.REFUNDED, in whole or in part. */
export const refundNews = (order: Order, capture: Capture, refund: Refund, atMs: number) =>
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
  return { event, body: asSent(body), orders: [order.id, order.customId], origin: order.origin }
}

/** Signatures are over bytes. A shop that parses and writes the JSON again would have other bytes
 *  with PayPal some day; here it has them at once, because slashes are escaped. */
const asSent = (json: string) => json.replaceAll('/', '\\/')
