import { Hono } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { parseObject, record } from '../payment-provider/fields.ts'
import { randomId } from '../payment-provider/ids.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { orderAnswer, orderBody } from './answers.ts'
import { store, emulator, findOpenOrder, type Order } from './store.ts'
import { countStatusCall } from './decisions.ts'
import { notFound, refusal } from './problems.ts'
import { readPurchase, type Purchase } from './purchase.ts'
import { badRequestId, keepReply, oneAtATime, replyTo } from './replies.ts'
import { originOf, type PayPal } from './settings.ts'

// The newest text says 6 hours, older ones 3 (notes 1.3): whoever lives with 3 lives with both.
const openForMs = 3 * 3600 * 1000

export const orders = new Hono<PayPal>()

orders.post(
  '/v2/checkout/orders',
  withLateAnswer(emulator, 'create'),
  oneAtATime,
  withFaults(emulator, 'create'),
  async (c) => {
    const key = c.req.header('paypal-request-id')
    const badKey = badRequestId(key)
    if (badKey) return badKey
    const body = parseObject(await c.req.text())
    if (!body) return refusal(400, { issue: 'MALFORMED_REQUEST_JSON', location: 'body' })
    if (key === undefined && record(body.payment_source))
      return refusal(400, { issue: 'PAYPAL_REQUEST_ID_REQUIRED', location: 'header' })
    const earlier = store.orders.get(replyTo('create', key)?.subject ?? '')
    if (earlier) return orderAnswer(c, earlier, 200)
    const purchase = readPurchase(body)
    if ('status' in purchase) return refusal(purchase.status, purchase.detail)
    const order = open(purchase, originOf(c))
    keepReply('create', key, order.id)
    return orderAnswer(c, order, 201)
  },
)

orders.get(
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

function open(purchase: Purchase, origin: string): Order {
  const now = nowMs(emulator)
  const order: Order = {
    ...purchase,
    origin,
    id: randomId(17, 'paypal'),
    status: purchase.isOldStyle ? 'CREATED' : 'PAYER_ACTION_REQUIRED',
    createdMs: now,
    expiresMs: now + openForMs,
    payerId: undefined,
    fate: 'paid',
    capture: undefined,
  }
  store.orders.set(order.id, order)
  return order
}
