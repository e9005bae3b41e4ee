import type { Context } from 'hono'
import { nowMs, createState } from '../payment-provider/state.ts'
import { takeFault } from '../payment-provider/faults.ts'
import type { ListedOrder } from '../payment-provider/order-list.ts'
import { alterAnswer, exponentOf } from './money.ts'
import { outage } from './problems.ts'
import type { Purchase } from './purchase.ts'
import type { PayPal } from './settings.ts'
import { signed } from './signature.ts'

export type Order = Purchase & {
  id: string
  /** The address by which the merchant knows this PayPal: its webhooks say so. */
  origin: string
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  createdMs: number
  expiresMs: number
  payerId: string | undefined
  /** What the payer's choice on the page will make of the capture. */
  fate: 'paid' | 'pending' | 'instrument declined' | 'capture declined'
  capture: Capture | undefined
}

export type Capture = {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED' | 'PARTIALLY_REFUNDED'
  reason: string | undefined
  /** PENDING until this many status calls were made; for ever when undefined. */
  statusCalls: number | undefined
  then: 'completed' | 'declined'
  createdMs: number
  updatedMs: number
  refunds: Refund[]
}

export type Refund = {
  id: string
  amountMinor: number
  note: string | undefined
  invoiceId: string | undefined
  customId: string | undefined
  createdMs: number
}

/** What a request id (PayPal-Request-Id) already brought about. */
type Reply = { subject: string; atMs: number; declined: boolean }

/** The whole memory of this PayPal, one isolate long. */
export const store = {
  orders: new Map<string, Order>(),
  tokens: new Map<string, { expiresMs: number }>(),
  replies: new Map<string, Reply>(),
  inProgress: new Set<string>(),
}

export const emulator = createState({
  title: 'PayPal',
  movesMoney: ['capture', 'refund'],
  webhookUrl: (c: Context<PayPal>) => c.env.PAYPAL_WEBHOOK_URL || undefined,
  sign: signed,
  outage,
  alterAnswer,
})

export function resetStore() {
  store.orders.clear()
  store.tokens.clear()
  store.replies.clear()
  store.inProgress.clear()
}

/** An order that is not over. An order that nobody captured in time is as good as unknown. */
export function findOpenOrder(id: string): Order | undefined {
  const order = store.orders.get(id)
  if (!order) return undefined
  if (takeFault(emulator, 'expired-order', undefined, [order.id, order.customId]))
    order.expiresMs = 0
  return order.status !== 'COMPLETED' && nowMs(emulator) >= order.expiresMs ? undefined : order
}

export const orderOfCapture = (captureId: string) =>
  [...store.orders.values()].find(({ capture }) => capture?.id === captureId)

export const refundedMinor = ({ refunds }: Capture) =>
  refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

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
      payments: capture ? [{ id: capture.id, state: capture.status, amountMinor }] : [],
    }
  })
