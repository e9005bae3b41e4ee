import { Hono, type Context } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { takeFault } from '../payment-provider/active-faults.ts'
import { parseObject, asText, type Fields } from '../payment-provider/fields.ts'
import { randomId } from '../payment-provider/ids.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { sendWebhooks } from '../payment-provider/webhooks.ts'
import { refundBody } from './answers.ts'
import type { Refund } from './order.ts'
import { store, emulator, refundedMinor } from './store.ts'
import { refundEvent } from './callbacks.ts'
import { countRefundCall } from './decisions.ts'
import { isMerchantId, paiseAmount } from './pay-request.ts'
import { refusal, unknownOrder } from './problems.ts'
import type { PhonePeEnv } from './settings.ts'

export const refundRoutes = new Hono<PhonePeEnv>()

refundRoutes.post(
  '/payments/v2/refund',
  withLateAnswer(emulator, 'refund'),
  withFaults(emulator, 'refund'),
  async (c) => {
    const body = parseObject(await c.req.text())
    if (!body) return refusal(400, 'The body must be a JSON object')
    const refund = parseRefund(body)
    if (refund instanceof Response) return refund
    store.refunds.set(refund.merchantRefundId, refund)
    const { refundId, amountMinor: amount } = refund
    acceptRefund(c, refund)
    // PhonePe always responds with PENDING; the status and the callback have the outcome.
    return c.json({ refundId, amount, state: 'PENDING' })
  },
)

refundRoutes.get(
  '/payments/v2/refund/:id/status',
  withLateAnswer(emulator, 'status'),
  withFaults(emulator, 'status'),
  (c: Context<PhonePeEnv>) => {
    const id = c.req.param('id') ?? ''
    const refund = store.refunds.get(id)
    if (!refund) return refusal(404, `No refund ${id}`)
    countRefundCall(c, refund)
    return c.json(refundBody(c, refund))
  },
)

/** Accepts a refund, and completes it unless the fault 'refund-pending' is active. */
function acceptRefund(c: Context<PhonePeEnv>, refund: Refund) {
  const pending = takeFault(emulator, 'refund-pending', 'refund', [refund.originalMerchantOrderId])
  refund.state = 'CONFIRMED'
  const accepted = refundEvent(c, refund)
  if (pending) {
    refund.statusCalls = pending.statusCalls
    refund.then = pending.then
    sendWebhooks(c, emulator, [accepted])
  } else {
    refund.state = 'COMPLETED'
    sendWebhooks(c, emulator, [accepted, refundEvent(c, refund)])
  }
}

function parseRefund(body: Fields): Refund | Response {
  const merchantRefundId = asText(body.merchantRefundId)
  const amountMinor = paiseAmount(body.amount)
  const order = store.orders.get(asText(body.originalMerchantOrderId) ?? '')
  if (!isMerchantId(merchantRefundId)) return refusal(400, 'merchantRefundId is missing or invalid')
  if (amountMinor === undefined) return refusal(400, 'amount: an integer in paise, at least 100')
  if (!order) return unknownOrder(asText(body.originalMerchantOrderId) ?? '')
  if (store.refunds.has(merchantRefundId)) return refusal(409, `Refund ${merchantRefundId} exists`)
  if (order.state !== 'COMPLETED') return refusal(417, 'The order was not paid')
  const reservedMinor = refundedMinor(order.merchantOrderId, ['PENDING', 'CONFIRMED', 'COMPLETED'])
  if (amountMinor > order.amountMinor - reservedMinor)
    return refusal(417, 'The amount exceeds what is left of the payment')
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
