import type { Context } from 'hono'
import { nowMs, createState } from '../payment-provider/state.ts'
import { takeFault } from '../payment-provider/faults.ts'
import type { ListedOrder } from '../payment-provider/order-list.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { authorized, orderEvent } from './callbacks.ts'
import { outage } from './problems.ts'
import type { PhonePe } from './settings.ts'

export type State = 'PENDING' | 'COMPLETED' | 'FAILED'

export type Order = {
  merchantOrderId: string
  orderId: string
  /** Opens the payment page. */
  token: string
  amountMinor: number
  state: State
  expireAtMs: number
  redirectUrl: string | undefined
  message: string | undefined
  metaInfo: Record<string, string>
  mayRetry: boolean
  failure: Failure | undefined
  attempts: Attempt[]
  /** PENDING until this many status calls were made; until somebody decides when undefined. */
  statusCalls: number | undefined
  then: 'completed' | 'declined'
}

export type Failure = { errorCode: string; detailedErrorCode: string }

/** One try to pay; an order may see many. */
export type Attempt = {
  transactionId: string
  atMs: number
  state: State
  failure: Failure | undefined
}

export type Refund = {
  merchantRefundId: string
  refundId: string
  originalMerchantOrderId: string
  amountMinor: number
  state: 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'FAILED'
  atMs: number
  statusCalls: number | undefined
  then: 'completed' | 'declined'
}

/** The whole memory of this PhonePe, one isolate long. Keyed by the merchant's ids. */
export const store = {
  orders: new Map<string, Order>(),
  refunds: new Map<string, Refund>(),
  tokens: new Map<string, { expiresMs: number }>(),
}

export const emulator = createState({
  title: 'PhonePe',
  movesMoney: ['create', 'refund'],
  webhookUrl: (c: Context<PhonePe>) => c.env.PHONEPE_WEBHOOK_URL || undefined,
  sign: authorized,
  outage,
  alterAnswer: {
    amount: (name, value) => (name === 'amount' && typeof value === 'number' ? value + 100 : value),
    currency: (name, value) => (name === 'currency' ? 'USD' : value),
  },
})

export function resetStore() {
  store.orders.clear()
  store.refunds.clear()
  store.tokens.clear()
}

/** The order as it stands now: one whose time is over has failed, unless a bank still has to say.
 * */
export function orderNow(c: Context<PhonePe>, order: Order): Order {
  if (takeFault(emulator, 'expired-order', undefined, [order.merchantOrderId, order.orderId]))
    order.expireAtMs = nowMs(emulator)
  const isOpen = order.state === 'PENDING' && !order.attempts.some((one) => one.state === 'PENDING')
  if (isOpen && nowMs(emulator) >= order.expireAtMs) fail(c, order, timedOut)
  return order
}

const timedOut = { errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'REQUEST_TIME_OUT' }

export function complete(c: Context<PhonePe>, order: Order) {
  order.state = 'COMPLETED'
  order.failure = undefined
  sendWebhooks(c, emulator, [orderEvent(c, order)])
}

export function fail(c: Context<PhonePe>, order: Order, failure: Failure) {
  order.state = 'FAILED'
  order.failure = failure
  sendWebhooks(c, emulator, [orderEvent(c, order)])
}

/** What was given back, or is about to be. */
export const refundedMinor = (merchantOrderId: string, states: readonly Refund['state'][]) =>
  [...store.refunds.values()]
    .filter((one) => one.originalMerchantOrderId === merchantOrderId && states.includes(one.state))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)

export const orderList = (): ListedOrder[] =>
  [...store.orders.values()].map(({ orderId, merchantOrderId, state, amountMinor, attempts }) => ({
    orderId,
    reference: merchantOrderId,
    state,
    currency: 'INR',
    exponent: 2,
    orderedMinor: amountMinor,
    capturedMinor: state === 'COMPLETED' ? amountMinor : 0,
    pendingMinor:
      state === 'PENDING' && attempts.some((one) => one.state === 'PENDING') ? amountMinor : 0,
    refundedMinor: refundedMinor(merchantOrderId, ['COMPLETED']),
    payments: attempts.map((one) => ({ id: one.transactionId, state: one.state, amountMinor })),
  }))
