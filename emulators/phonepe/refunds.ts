import { Hono, type Context } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { takeFault } from '../payment-provider/faults.ts'
import { parseObject, text, type Fields } from '../payment-provider/fields.ts'
import { randomId } from '../payment-provider/ids.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { refundBody } from './answers.ts'
import { store, emulator, refundedMinor, type Refund } from './store.ts'
import { refundNews } from './callbacks.ts'
import { countRefundCall } from './decisions.ts'
import { isMerchantId, paise } from './pay-request.ts'
import { refusal } from './problems.ts'
import type { PhonePe } from './settings.ts'

export const refunds = new Hono<PhonePe>()

refunds.post(
  '/payments/v2/refund',
  withLateAnswer(emulator, 'refund'),
  withFaults(emulator, 'refund'),
  async (c) => {
    const body = parseObject(await c.req.text())
    if (!body) return refusal(400, 'The body is no JSON object')
    const refund = readRefund(body)
    if (refund instanceof Response) return refund
    store.refunds.set(refund.merchantRefundId, refund)
    const { refundId, amountMinor: amount } = refund
    enter(c, refund)
    // The answer is always PENDING: whether it comes to pass, status and callback say.
    return c.json({ refundId, amount, state: 'PENDING' })
  },
)

refunds.get(
  '/payments/v2/refund/:id/status',
  withLateAnswer(emulator, 'status'),
  withFaults(emulator, 'status'),
  (c: Context<PhonePe>) => {
    const id = c.req.param('id') ?? ''
    const refund = store.refunds.get(id)
    if (!refund) return refusal(404, `No refund ${id}`)
    countRefundCall(c, refund)
    return c.json(refundBody(c, refund))
  },
)

/** Accepted at once; completed at once too, unless the fault 'refund-pending' holds it up. */
function enter(c: Context<PhonePe>, refund: Refund) {
  const pending = takeFault(emulator, 'refund-pending', 'refund', [refund.originalMerchantOrderId])
  refund.state = 'CONFIRMED'
  const accepted = refundNews(c, refund)
  if (pending) {
    refund.statusCalls = pending.statusCalls
    refund.then = pending.then
    sendWebhooks(c, emulator, [accepted])
  } else {
    refund.state = 'COMPLETED'
    sendWebhooks(c, emulator, [accepted, refundNews(c, refund)])
  }
}

function readRefund(body: Fields): Refund | Response {
  const merchantRefundId = text(body.merchantRefundId)
  const amountMinor = paise(body.amount)
  const order = store.orders.get(text(body.originalMerchantOrderId) ?? '')
  if (!isMerchantId(merchantRefundId)) return refusal(400, 'merchantRefundId is wanting')
  if (amountMinor === undefined) return refusal(400, 'amount: whole paise, 100 at least')
  if (!order) return refusal(404, 'originalMerchantOrderId is not known')
  if (store.refunds.has(merchantRefundId)) return refusal(409, `Refund ${merchantRefundId} exists`)
  if (order.state !== 'COMPLETED') return refusal(417, 'The order was not paid')
  const takenMinor = refundedMinor(order.merchantOrderId, ['PENDING', 'CONFIRMED', 'COMPLETED'])
  if (amountMinor > order.amountMinor - takenMinor)
    return refusal(417, 'More than is left of the payment')
  return {
    merchantRefundId,
    refundId: `OMR${randomId(22, 'digits')}`,
    originalMerchantOrderId: order.merchantOrderId,
    amountMinor,
    state: 'PENDING',
    atMs: nowMs(emulator),
    statusCalls: undefined,
    then: 'completed',
  }
}
