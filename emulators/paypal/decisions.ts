import type { Context } from 'hono'
import { nowMs } from '../books/desk.ts'
import { announce } from '../books/webhooks.ts'
import { book, desk, type Capture, type Order } from './book.ts'
import { captureNews } from './events.ts'
import type { PayPal } from './settings.ts'

/** A look at an order or its capture: after enough of them a pending one is decided. */
export function countStatusCall(c: Context<PayPal>, order: Order) {
  const { capture: one } = order
  if (one?.status !== 'PENDING' || one.statusCalls === undefined) return
  if (one.statusCalls > 0) one.statusCalls -= 1
  else decide(c, order, one, one.then)
}

/** Decides a pending capture from outside. The id is the order's, the capture's or the merchant's. */
export function settle(c: Context<PayPal>, id: string, outcome: 'completed' | 'declined') {
  const order = [...book.orders.values()].find(
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
  one.updatedMs = nowMs(desk)
  announce(c, desk, [captureNews(order, one, one.updatedMs)])
}
