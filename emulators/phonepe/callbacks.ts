import type { Context } from 'hono'
import type { WebhookEvent } from '../payment-provider/webhook-event.ts'
import { orderBody, refundBody } from './answers.ts'
import type { Order, Refund } from './order.ts'
import { merchantAccount, type PhonePeEnv } from './settings.ts'

/** The header of a callback: SHA256(username:password) in hex. It authenticates the sender, not the
 *  body. */
export async function authorizationHeader(
  c: Context<PhonePeEnv>,
  _event: WebhookEvent,
  isForged: boolean,
) {
  const { webhookUsername, webhookPassword } = merchantAccount(c)
  const secret = isForged ? 'somebody:else' : `${webhookUsername}:${webhookPassword}`
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
  return { authorization: hex.join('') }
}

/** checkout.order.completed or checkout.order.failed. There is no callback for a pending order. */
export const orderEvent = (c: Context<PhonePeEnv>, order: Order): WebhookEvent => ({
  event: `checkout.order.${order.state === 'COMPLETED' ? 'completed' : 'failed'}`,
  body: JSON.stringify({
    event: `checkout.order.${order.state === 'COMPLETED' ? 'completed' : 'failed'}`,
    // Deprecated, and still sent.
    type: `CHECKOUT_ORDER_${order.state}`,
    payload: {
      merchantId: merchantAccount(c).merchantId,
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
export function refundEvent(c: Context<PhonePeEnv>, refund: Refund): WebhookEvent {
  const outcome = refundEvents[refund.state]
  return {
    event: `pg.refund.${outcome}`,
    body: JSON.stringify({
      event: `pg.refund.${outcome}`,
      type: `PG_REFUND_${outcome.toUpperCase()}`,
      payload: refundBody(c, refund),
    }),
    orders: [refund.originalMerchantOrderId, refund.merchantRefundId],
    origin: new URL(c.req.url).origin,
  }
}
