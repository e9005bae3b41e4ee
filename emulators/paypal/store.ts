import type { Context } from 'hono'
import { nowMs, createState } from '../payment-provider/state.ts'
import { takeFault } from '../payment-provider/active-faults.ts'
import { callFaults, webhookFaults } from '../payment-provider/faults.ts'
import type { ListedOrder } from '../payment-provider/order-list.ts'
import { alterAnswer, exponentOf } from './money.ts'
import { refundedMinor, reversedMinor, type Order } from './order.ts'
import { outageBody } from './problems.ts'
import type { PayPalEnv } from './settings.ts'
import { signatureHeaders } from './signature.ts'

/** The result of an earlier request with a PayPal-Request-Id. `subject`: the id of the order,
 *  capture or refund. */
type StoredReply = { subject: string; atMs: number; isDeclined: boolean }

/** The fields of a row of the report that a test has planted or changed. */
export type ReportChange = {
  isHidden: boolean
  fields: { transaction_id: string } & Record<string, unknown>
}

const maxReportRows = 10_000

/** In memory; lost with the isolate. */
export const store = {
  orders: new Map<string, Order>(),
  tokens: new Map<string, { expiresMs: number }>(),
  replies: new Map<string, StoredReply>(),
  inProgress: new Set<string>(),
  /** Rows of the report that a test has planted, changed or hidden, by transaction_id. */
  reportChanges: new Map<string, ReportChange>(),
  /** A range with more rows is too large for PayPal. */
  maxReportRows,
}

export const emulator = createState({
  id: 'paypal',
  title: 'PayPal',
  supportedFaults: [
    ...callFaults,
    'expired-token',
    'expired-order',
    'decline',
    'refuse',
    'capture-declined',
    'request-in-progress',
    'pending',
    ...webhookFaults,
  ],
  moneyCalls: ['capture', 'refund'],
  // PayPal repeats a webhook for three days.
  maxDeliveries: 25,
  webhookUrl: (c: Context<PayPalEnv>) => c.env.PAYPAL_WEBHOOK_URL || undefined,
  signatureHeaders: signatureHeaders,
  outageBody,
  alterAnswer,
})

export function resetStore() {
  store.orders.clear()
  store.tokens.clear()
  store.replies.clear()
  store.inProgress.clear()
  store.reportChanges.clear()
  store.maxReportRows = maxReportRows
}

/** An order that has not expired. Orders that are not captured in time expire. */
export function findOpenOrder(id: string): Order | undefined {
  const order = store.orders.get(id)
  if (!order) return undefined
  if (takeFault(emulator, 'expired-order', undefined, [order.id, order.customId]))
    order.expiresMs = 0
  return order.status !== 'COMPLETED' && nowMs(emulator) >= order.expiresMs ? undefined : order
}

export const orderOfCapture = (captureId: string) =>
  [...store.orders.values()].find(({ capture }) => capture?.id === captureId)

export const orderList = (): ListedOrder[] =>
  [...store.orders.values()].map((order) => {
    const { id, customId, status, currency, amountMinor, capture } = order
    const isPending = capture?.status === 'PENDING'
    const isReceived = capture !== undefined && !isPending && capture.status !== 'DECLINED'
    return {
      orderId: id,
      reference: customId ?? null,
      state: status,
      currency,
      exponent: exponentOf(currency) ?? 2,
      orderedMinor: amountMinor,
      capturedMinor: isReceived ? amountMinor : 0,
      pendingMinor: isPending ? amountMinor : 0,
      refundedMinor: capture ? refundedMinor(capture) : 0,
      reversedMinor: capture ? reversedMinor(capture) : 0,
      disputedMinor: (capture?.disputes ?? [])
        .filter(({ closedMs }) => closedMs === undefined)
        .reduce((sum, one) => sum + one.amountMinor, 0),
      payments: capture ? [{ id: capture.id, state: capture.status, amountMinor }] : [],
    }
  })
