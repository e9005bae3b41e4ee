import { Hono } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { parseObject, text, type Fields } from '../payment-provider/fields.ts'
import { randomId } from '../payment-provider/ids.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { captureBody, refundBody } from './answers.ts'
import {
  store,
  emulator,
  orderOfCapture,
  refundedMinor,
  type Capture,
  type Order,
} from './store.ts'
import { countStatusCall } from './decisions.ts'
import { refundNews } from './events.ts'
import { minorOf } from './money.ts'
import { notFound, refusal } from './problems.ts'
import { readAmount } from './purchase.ts'
import { keepReply, oneAtATime, replyTo, usedElsewhere } from './replies.ts'
import { originOf, type PayPal } from './settings.ts'

export const payments = new Hono<PayPal>()

payments.get(
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

payments.post(
  '/v2/payments/captures/:id/refund',
  withLateAnswer(emulator, 'refund'),
  oneAtATime,
  withFaults(emulator, 'refund'),
  async (c) => {
    const id = c.req.param('id')
    const order = orderOfCapture(id)
    if (!order?.capture) return notFound('capture_id', id)
    const { capture } = order
    const key = c.req.header('paypal-request-id')
    const earlier = replyTo('refund', key)
    const repeated = capture.refunds.find((refund) => refund.id === earlier?.subject)
    if (earlier && !repeated) return usedElsewhere()
    if (repeated) return c.json(refundBody(order, capture, repeated, originOf(c)), 200)
    const body = parseObject((await c.req.text()) || '{}')
    if (!body) return refusal(400, { issue: 'MALFORMED_REQUEST_JSON', location: 'body' })
    const amountMinor = readRefund(order, capture, body)
    if (amountMinor instanceof Response) return amountMinor
    const refund = enterRefund(capture, amountMinor, order.amountMinor, body)
    keepReply('refund', key, refund.id)
    sendWebhooks(c, emulator, [refundNews(order, capture, refund, refund.createdMs)])
    return c.json(refundBody(order, capture, refund, originOf(c)), 201)
  },
)

payments.get(
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

/** How much is to go back: what the body says, or all that is left. */
function readRefund(order: Order, capture: Capture, body: Fields): number | Response {
  if (capture.status === 'PENDING') return refusal(422, { issue: 'PENDING_CAPTURE' })
  if (capture.status === 'DECLINED') return refusal(422, { issue: 'REFUND_NOT_ALLOWED' })
  if (capture.status === 'REFUNDED') return refusal(422, { issue: 'CAPTURE_FULLY_REFUNDED' })
  const leftMinor = order.amountMinor - refundedMinor(capture)
  if (body.amount === undefined) return leftMinor
  const amount = readAmount(body.amount, '/amount')
  if ('status' in amount) return refusal(amount.status, amount.detail)
  if (amount.currency_code !== order.currency)
    return refusal(422, {
      issue: 'REFUND_CAPTURE_CURRENCY_MISMATCH',
      description: 'Refund must be in the same currency as the capture.',
    })
  return minorOf(amount) > leftMinor
    ? refusal(422, { issue: 'REFUND_AMOUNT_EXCEEDED' })
    : minorOf(amount)
}

function enterRefund(capture: Capture, amountMinor: number, paidMinor: number, body: Fields) {
  const now = nowMs(emulator)
  const refund = {
    id: randomId(17, 'paypal'),
    amountMinor,
    note: text(body.note_to_payer),
    invoiceId: text(body.invoice_id),
    customId: text(body.custom_id),
    createdMs: now,
  }
  capture.refunds.push(refund)
  capture.status = refundedMinor(capture) === paidMinor ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  capture.updatedMs = now
  return refund
}
