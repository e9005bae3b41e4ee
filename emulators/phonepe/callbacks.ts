import type { Context } from 'hono'
import type { WebhookEvent } from '../payment-provider/webhooks.ts'
import { orderBody, refundBody } from './answers.ts'
import type { Order, Refund } from './store.ts'
import { accountOf, type PhonePe } from './settings.ts'

/** The header of a callback: SHA256(username:password) in hex. It proves who sends, not what (notes
 *  2.6). */
export async function authorized(c: Context<PhonePe>, _news: WebhookEvent, forged: boolean) {
  const { webhookUsername, webhookPassword } = accountOf(c)
  const secret = forged ? 'somebody:else' : `${webhookUsername}:${webhookPassword}`
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
  return { authorization: hex.join('') }
}

/** checkout.order.completed or checkout.order.failed. There is no callback for a pending order. */
export const orderEvent = (c: Context<PhonePe>, order: Order): WebhookEvent => ({
  event: `checkout.order.${order.state === 'COMPLETED' ? 'completed' : 'failed'}`,
  body: JSON.stringify({
    event: `checkout.order.${order.state === 'COMPLETED' ? 'completed' : 'failed'}`,
    // Deprecated, and still sent.
    type: `CHECKOUT_ORDER_${order.state}`,
    payload: {
      merchantId: accountOf(c).merchantId,
      merchantOrderId: order.merchantOrderId,
      ...orderBody(order, { details: true, errorContext: false }),
    },
  }),
  orders: [order.merchantOrderId, order.orderId],
  origin: new URL(c.req.url).origin,
})

const refundEvents = {
  PENDING: 'accepted',
  CONFIRMED: 'accepted',
  COMPLETED: 'completed',
  FAILED: 'failed',
} as const

/** pg.refund.accepted, pg.refund.completed or pg.refund.failed. */
export function refundNews(c: Context<PhonePe>, refund: Refund): WebhookEvent {
  const what = refundEvents[refund.state]
  return {
    event: `pg.refund.${what}`,
    body: JSON.stringify({
      event: `pg.refund.${what}`,
      type: `PG_REFUND_${what.toUpperCase()}`,
      payload: refundBody(c, refund),
    }),
    orders: [refund.originalMerchantOrderId, refund.merchantRefundId],
    origin: new URL(c.req.url).origin,
  }
}
