import { Hono } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { parseObject, asText, type Fields } from '../payment-provider/fields.ts'
import { randomId } from '../payment-provider/ids.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { captureBody, refundBody } from './answers.ts'
import { refundedMinor, type Capture, type Order } from './order.ts'
import { store, emulator, orderOfCapture } from './store.ts'
import { countStatusCall } from './decisions.ts'
import { disputeEvent, refundEvent } from './events.ts'
import { minorOf } from './money.ts'
import { notFound, refusal } from './problems.ts'
import { parseAmount } from './purchase.ts'
import { storeReply, rejectConcurrentRequests, findReply, duplicateRequestId } from './replies.ts'
import { originOf, type PayPalEnv } from './settings.ts'

export const paymentRoutes = new Hono<PayPalEnv>()

paymentRoutes.get(
  '/v2/payments/captures/:id',
  withLateAnswer(emulator, 'status'),
  withFaults(emulator, 'status'),
  (c) => {
    const order = orderOfCapture(c.req.param('id'))
    if (!order?.capture) return notFound('capture_id', c.req.param('id'))
    countStatusCall(c, order)
    return c.json(captureBody(order, order.capture, originOf(c)))
  },
)

paymentRoutes.post(
  '/v2/payments/captures/:id/refund',
  withLateAnswer(emulator, 'refund'),
  rejectConcurrentRequests,
  withFaults(emulator, 'refund'),
  async (c) => {
    const id = c.req.param('id')
    const order = orderOfCapture(id)
    if (!order?.capture) return notFound('capture_id', id)
    const { capture } = order
    const key = c.req.header('paypal-request-id')
    const earlier = findReply('refund', key)
    const repeated = capture.refunds.find((refund) => refund.id === earlier?.subject)
    if (earlier && !repeated) return duplicateRequestId()
    if (repeated) return c.json(refundBody(order, capture, repeated, originOf(c)), 200)
    const body = parseObject((await c.req.text()) || '{}')
    if (!body) return refusal(400, { issue: 'MALFORMED_REQUEST_JSON', location: 'body' })
    const amountMinor = parseRefundAmount(order, capture, body)
    if (amountMinor instanceof Response) return amountMinor
    const refund = addRefund(capture, amountMinor, order.amountMinor, body)
    storeReply('refund', key, refund.id)
    sendWebhooks(c, emulator, [
      refundEvent(order, capture, refund, refund.createdMs),
      ...closeInquiries(order, capture),
    ])
    return c.json(refundBody(order, capture, refund, originOf(c)), 201)
  },
)

paymentRoutes.get(
  '/v2/payments/refunds/:id',
  withLateAnswer(emulator, 'status'),
  withFaults(emulator, 'status'),
  (c) => {
    const id = c.req.param('id')
    for (const order of store.orders.values()) {
      const refund = order.capture?.refunds.find((one) => one.id === id)
      if (order.capture && refund)
        return c.json(refundBody(order, order.capture, refund, originOf(c)))
    }
    return notFound('refund_id', id)
  },
)

/** The amount to refund: that of the body, or everything that is left. */
function parseRefundAmount(order: Order, capture: Capture, body: Fields): number | Response {
  if (capture.status === 'PENDING') return refusal(422, { issue: 'PENDING_CAPTURE' })
  if (capture.status === 'DECLINED') return refusal(422, { issue: 'REFUND_NOT_ALLOWED' })
  if (capture.status === 'REFUNDED') return refusal(422, { issue: 'CAPTURE_FULLY_REFUNDED' })
  const leftMinor = order.amountMinor - refundedMinor(capture)
  const open = capture.disputes.find(({ closedMs }) => closedMs === undefined)
  if (open?.stage === 'CHARGEBACK')
    return refusal(422, { issue: 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK' })
  if (body.amount === undefined) return leftMinor
  const amount = parseAmount(body.amount, '/amount')
  if ('status' in amount) return refusal(amount.status, amount.detail)
  if (amount.currency_code !== order.currency)
    return refusal(422, {
      issue: 'REFUND_CAPTURE_CURRENCY_MISMATCH',
      description: 'Refund must be in the same currency as the capture.',
    })
  if (open && minorOf(amount) < leftMinor)
    return refusal(422, { issue: 'CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED' })
  return minorOf(amount) > leftMinor
    ? refusal(422, { issue: 'REFUND_AMOUNT_EXCEEDED' })
    : minorOf(amount)
}

/** A full refund ends the payer's inquiry. Source: PayPal Payments v2, error codes: a disputed
 *  payment is refunded as a whole, and not at all during a chargeback. */
function closeInquiries(order: Order, capture: Capture) {
  if (capture.status !== 'REFUNDED') return []
  return capture.disputes.flatMap((dispute) => {
    if (dispute.closedMs !== undefined) return []
    dispute.closedMs = nowMs(emulator)
    return [disputeEvent(order, capture, dispute, 'RESOLVED_BUYER_FAVOUR')]
  })
}

/** Refunds a part of a capture, or all of it. */
export function addRefund(capture: Capture, amountMinor: number, paidMinor: number, body: Fields) {
  const now = nowMs(emulator)
  const refund = {
    id: randomId(17, 'paypal'),
    amountMinor,
    note: asText(body.note_to_payer),
    invoiceId: asText(body.invoice_id),
    customId: asText(body.custom_id),
    createdMs: now,
  }
  capture.refunds.push(refund)
  capture.status = refundedMinor(capture) === paidMinor ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  capture.updatedMs = now
  return refund
}
