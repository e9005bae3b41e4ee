import { Hono } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { parseObject, asObject } from '../payment-provider/fields.ts'
import { randomId } from '../payment-provider/ids.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { orderResponse, orderBody } from './answers.ts'
import { store, emulator, findOpenOrder } from './store.ts'
import type { Order } from './order.ts'
import { countStatusCall } from './decisions.ts'
import { notFound, refusal } from './problems.ts'
import { parsePurchase, type Purchase } from './purchase.ts'
import { invalidRequestId, storeReply, rejectConcurrentRequests, findReply } from './replies.ts'
import { originOf, type PayPalEnv } from './settings.ts'

// PayPal's current documentation says 6 hours, older pages say 3; the shorter one is safe for both.
const lifetimeMs = 3 * 3600 * 1000

export const orderRoutes = new Hono<PayPalEnv>()

orderRoutes.post(
  '/v2/checkout/orders',
  withLateAnswer(emulator, 'create'),
  rejectConcurrentRequests,
  withFaults(emulator, 'create'),
  async (c) => {
    const key = c.req.header('paypal-request-id')
    const refusedKey = invalidRequestId(key)
    if (refusedKey) return refusedKey
    const body = parseObject(await c.req.text())
    if (!body) return refusal(400, { issue: 'MALFORMED_REQUEST_JSON', location: 'body' })
    if (key === undefined && asObject(body.payment_source))
      return refusal(400, { issue: 'PAYPAL_REQUEST_ID_REQUIRED', location: 'header' })
    const earlier = store.orders.get(findReply('create', key)?.subject ?? '')
    if (earlier) return orderResponse(c, earlier, 200)
    const purchase = parsePurchase(body)
    if ('status' in purchase) return refusal(purchase.status, purchase.detail)
    const order = createOrder(purchase, originOf(c))
    storeReply('create', key, order.id)
    return orderResponse(c, order, 201)
  },
)

orderRoutes.get(
  '/v2/checkout/orders/:id',
  withLateAnswer(emulator, 'status'),
  withFaults(emulator, 'status'),
  (c) => {
    const order = findOpenOrder(c.req.param('id'))
    if (!order) return notFound('order_id', c.req.param('id'))
    countStatusCall(c, order)
    return c.json(orderBody(order, originOf(c)))
  },
)

function createOrder(purchase: Purchase, origin: string): Order {
  const now = nowMs(emulator)
  const order: Order = {
    ...purchase,
    origin,
    id: randomId(17, 'paypal'),
    status: purchase.usesApplicationContext ? 'CREATED' : 'PAYER_ACTION_REQUIRED',
    createdMs: now,
    expiresMs: now + lifetimeMs,
    payerId: undefined,
    payerCountry: 'US',
    captureOutcome: 'completed',
    capture: undefined,
  }
  store.orders.set(order.id, order)
  return order
}
