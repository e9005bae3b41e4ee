import type { Context } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { store, emulator } from './store.ts'
import type { Capture, Order } from './order.ts'
import { captureEvent } from './events.ts'
import type { PayPalEnv } from './settings.ts'

/** Counts a status call of an order or its capture. After the number of calls that the fault
 *  `pending` set, the capture is completed or declined. */
export function countStatusCall(c: Context<PayPalEnv>, order: Order) {
  const { capture: one } = order
  if (one?.status !== 'PENDING' || one.statusCalls === undefined) return
  if (one.statusCalls > 0) one.statusCalls -= 1
  else decideCapture(c, order, one, one.then)
}

/** Completes or declines a pending capture. The id is the order's, the capture's or the
 *  merchant's. */
export function settle(c: Context<PayPalEnv>, id: string, outcome: 'completed' | 'declined') {
  const order = [...store.orders.values()].find(
    (one) =>
      one.capture?.status === 'PENDING' && [one.id, one.customId, one.capture.id].includes(id),
  )
  if (!order?.capture) return undefined
  decideCapture(c, order, order.capture, outcome)
  return order.capture.id
}

function decideCapture(
  c: Context<PayPalEnv>,
  order: Order,
  one: Capture,
  outcome: Capture['then'],
) {
  one.status = outcome === 'completed' ? 'COMPLETED' : 'DECLINED'
  one.reason = undefined
  one.updatedMs = nowMs(emulator)
  sendWebhooks(c, emulator, [captureEvent(order, one, one.updatedMs)])
}
