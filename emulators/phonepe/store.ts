import type { Context } from 'hono'
import { nowMs, createState } from '../payment-provider/state.ts'
import { takeFault } from '../payment-provider/active-faults.ts'
import { callFaults, webhookFaults } from '../payment-provider/faults.ts'
import type { ListedOrder } from '../payment-provider/order-list.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { authorizationHeader, orderEvent } from './callbacks.ts'
import type { Failure, Order, Refund } from './order.ts'
import { outageBody } from './problems.ts'
import type { PhonePeEnv } from './settings.ts'

export type SettlementChange = { isHidden: boolean; cells: Record<string, string> }

/** In memory; lost with the isolate. Keyed by the merchant's ids. */
export const store = {
  orders: new Map<string, Order>(),
  refunds: new Map<string, Refund>(),
  tokens: new Map<string, { expiresMs: number }>(),
  /** Lines of settlement reports that a test has planted, changed or hidden, by
   *  PhonePeReferenceId. */
  settlementChanges: new Map<string, SettlementChange>(),
}

export const emulator = createState({
  id: 'phonepe',
  title: 'PhonePe',
  supportedFaults: [
    ...callFaults,
    'expired-token',
    'expired-order',
    'decline',
    'pending',
    'refund-pending',
    ...webhookFaults,
  ],
  moneyCalls: ['create', 'refund'],
  // PhonePe retries a callback three times (developer.phonepe.com, server-to-server callbacks).
  maxDeliveries: 4,
  webhookUrl: (c: Context<PhonePeEnv>) => c.env.PHONEPE_WEBHOOK_URL || undefined,
  signatureHeaders: authorizationHeader,
  outageBody,
  alterAnswer: {
    amount: (name, value) => (name === 'amount' && typeof value === 'number' ? value + 100 : value),
    currency: (name, value) => (name === 'currency' ? 'USD' : value),
  },
})

export function resetStore() {
  store.orders.clear()
  store.refunds.clear()
  store.tokens.clear()
  store.settlementChanges.clear()
}

/** The order with its current state: fails it where it has expired without a pending attempt. */
export function currentOrder(c: Context<PhonePeEnv>, order: Order): Order {
  if (takeFault(emulator, 'expired-order', undefined, [order.merchantOrderId, order.orderId]))
    order.expireAtMs = nowMs(emulator)
  const isOpen = order.state === 'PENDING' && !order.attempts.some((one) => one.state === 'PENDING')
  if (isOpen && nowMs(emulator) >= order.expireAtMs) failOrder(c, order, expiryFailure)
  return order
}

const expiryFailure = { errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'REQUEST_TIME_OUT' }

export function completeOrder(c: Context<PhonePeEnv>, order: Order) {
  order.state = 'COMPLETED'
  order.failure = undefined
  sendWebhooks(c, emulator, [orderEvent(c, order)])
}

export function failOrder(c: Context<PhonePeEnv>, order: Order, failure: Failure) {
  order.state = 'FAILED'
  order.failure = failure
  sendWebhooks(c, emulator, [orderEvent(c, order)])
}

/** The sum of an order's refunds in the given states. */
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
    reversedMinor: 0,
    disputedMinor: 0,
    payments: attempts.map((one) => ({ id: one.transactionId, state: one.state, amountMinor })),
  }))
