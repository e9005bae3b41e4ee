import type { Context } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { randomId } from '../payment-provider/ids.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import type { Attempt, Order, Refund } from './order.ts'
import { store, completeOrder, emulator, failOrder } from './store.ts'
import { refundEvent } from './callbacks.ts'
import type { PhonePeEnv } from './settings.ts'

export const declinedByBank = {
  errorCode: 'PAYMENT_ERROR',
  detailedErrorCode: 'TXN_AUTO_FAILED',
} as const

/** Adds an attempt to pay. */
export function addAttempt(order: Order, state: Attempt['state']): Attempt {
  const one = {
    transactionId: `OM${randomId(22, 'digits')}`,
    atMs: nowMs(emulator),
    state,
    failure: state === 'FAILED' ? declinedByBank : undefined,
  }
  order.attempts.push(one)
  return one
}

/** Counts a status call. After the number of calls that the fault `pending` set, the order is
 *  completed or declined. */
export function countStatusCall(c: Context<PhonePeEnv>, order: Order) {
  if (order.state !== 'PENDING' || order.statusCalls === undefined) return
  if (order.statusCalls > 0) order.statusCalls -= 1
  else decideOrder(c, order, order.then)
}

/** The same for a refund. */
export function countRefundCall(c: Context<PhonePeEnv>, refund: Refund) {
  if (refund.state !== 'CONFIRMED' || refund.statusCalls === undefined) return
  if (refund.statusCalls > 0) refund.statusCalls -= 1
  else decideRefund(c, refund, refund.then)
}

/** Completes or declines an order or a refund; the id is the merchant's or PhonePe's. A failed
 *  order can still be completed, as banks sometimes authorise late; a completed one cannot be
 *  declined. */
export function settle(c: Context<PhonePeEnv>, id: string, outcome: 'completed' | 'declined') {
  const refund = [...store.refunds.values()].find(
    (one) => [one.merchantRefundId, one.refundId].includes(id) && one.state === 'CONFIRMED',
  )
  if (refund) {
    decideRefund(c, refund, outcome)
    return refund.merchantRefundId
  }
  const order = [...store.orders.values()].find((one) =>
    [one.merchantOrderId, one.orderId].includes(id),
  )
  if (!order || order.state === 'COMPLETED') return undefined
  if (order.state === 'FAILED' && outcome === 'declined') return undefined
  decideOrder(c, order, outcome)
  return order.merchantOrderId
}

function decideOrder(c: Context<PhonePeEnv>, order: Order, outcome: 'completed' | 'declined') {
  const one =
    order.attempts.find(({ state }) => state === 'PENDING') ?? addAttempt(order, 'PENDING')
  if (outcome === 'completed') {
    one.state = 'COMPLETED'
    completeOrder(c, order)
  } else {
    Object.assign(one, { state: 'FAILED', failure: declinedByBank })
    failOrder(c, order, declinedByBank)
  }
}

export function decideRefund(c: Context<PhonePeEnv>, refund: Refund, outcome: Refund['then']) {
  refund.state = outcome === 'completed' ? 'COMPLETED' : 'FAILED'
  sendWebhooks(c, emulator, [refundEvent(c, refund)])
}
