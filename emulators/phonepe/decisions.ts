import type { Context } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { randomId } from '../payment-provider/ids.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { store, complete, emulator, fail, type Attempt, type Order, type Refund } from './store.ts'
import { refundNews } from './callbacks.ts'
import type { PhonePe } from './settings.ts'

export const declinedByBank = {
  errorCode: 'PAYMENT_ERROR',
  detailedErrorCode: 'TXN_AUTO_FAILED',
} as const

/** Enters one try to pay. */
export function attempt(order: Order, state: Attempt['state']): Attempt {
  const one = {
    transactionId: `OM${randomId(22, 'digits')}`,
    atMs: nowMs(emulator),
    state,
    failure: state === 'FAILED' ? declinedByBank : undefined,
  }
  order.attempts.push(one)
  return one
}

/** A look at an order: after enough of them a pending payment is decided. */
export function countStatusCall(c: Context<PhonePe>, order: Order) {
  if (order.state !== 'PENDING' || order.statusCalls === undefined) return
  if (order.statusCalls > 0) order.statusCalls -= 1
  else decide(c, order, order.then)
}

/** A look at a refund, likewise. */
export function countRefundCall(c: Context<PhonePe>, refund: Refund) {
  if (refund.state !== 'CONFIRMED' || refund.statusCalls === undefined) return
  if (refund.statusCalls > 0) refund.statusCalls -= 1
  else decideRefund(c, refund, refund.then)
}

/** Decides from outside. The id is the merchant's or PhonePe's, of an order or a refund. A bank may
 *  say yes long after the order has failed (late authorisation, notes 2.5); a payment that arrived
 *  is not taken back so. */
export function settle(c: Context<PhonePe>, id: string, outcome: 'completed' | 'declined') {
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
  decide(c, order, outcome)
  return order.merchantOrderId
}

function decide(c: Context<PhonePe>, order: Order, outcome: 'completed' | 'declined') {
  const one = order.attempts.find(({ state }) => state === 'PENDING') ?? attempt(order, 'PENDING')
  if (outcome === 'completed') {
    one.state = 'COMPLETED'
    complete(c, order)
  } else {
    Object.assign(one, { state: 'FAILED', failure: declinedByBank })
    fail(c, order, declinedByBank)
  }
}

export function decideRefund(c: Context<PhonePe>, refund: Refund, outcome: Refund['then']) {
  refund.state = outcome === 'completed' ? 'COMPLETED' : 'FAILED'
  sendWebhooks(c, emulator, [refundNews(c, refund)])
}
