import type { Context } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { store, emulator, type Capture, type Order } from './store.ts'
import { captureNews } from './events.ts'
import type { PayPal } from './settings.ts'

/** A look at an order or its capture: after enough of them a pending one is decided. */
export function countStatusCall(c: Context<PayPal>, order: Order) {
  const { capture: one } = order
  if (one?.status !== 'PENDING' || one.statusCalls === undefined) return
  if (one.statusCalls > 0) one.statusCalls -= 1
  else decide(c, order, one, one.then)
}

/** Decides a pending capture from outside. The id is the order's, the capture's or the merchant's.
 * */
export function settle(c: Context<PayPal>, id: string, outcome: 'completed' | 'declined') {
  const order = [...store.orders.values()].find(
    (one) =>
      one.capture?.status === 'PENDING' && [one.id, one.customId, one.capture.id].includes(id),
  )
  if (!order?.capture) return undefined
  decide(c, order, order.capture, outcome)
  return order.capture.id
}

function decide(c: Context<PayPal>, order: Order, one: Capture, outcome: Capture['then']) {
  one.status = outcome === 'completed' ? 'COMPLETED' : 'DECLINED'
  one.reason = undefined
  one.updatedMs = nowMs(emulator)
  sendWebhooks(c, emulator, [captureNews(order, one, one.updatedMs)])
}
