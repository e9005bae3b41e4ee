import { Hono, type Context } from 'hono'
import { nowMs } from '../payment-provider/state.ts'
import { parseObject } from '../payment-provider/fields.ts'
import { randomId } from '../payment-provider/ids.ts'
import { withLateAnswer, withFaults } from '../payment-provider/fault-middleware.ts'
import { orderBody } from './answers.ts'
import type { Order } from './order.ts'
import { store, emulator, currentOrder } from './store.ts'
import { countStatusCall } from './decisions.ts'
import { parsePayRequest, type PayRequest } from './pay-request.ts'
import { duplicateOrder, refusal, unknownOrder } from './problems.ts'
import type { PhonePeEnv } from './settings.ts'

export const orderRoutes = new Hono<PhonePeEnv>()

orderRoutes.post(
  '/checkout/v2/pay',
  withLateAnswer(emulator, 'create'),
  withFaults(emulator, 'create'),
  async (c) => {
    const body = parseObject(await c.req.text())
    if (!body) return refusal(400, 'The body must be a JSON object')
    const payRequest = parsePayRequest(body)
    if (typeof payRequest === 'string') return refusal(400, payRequest)
    if (store.orders.has(payRequest.merchantOrderId))
      return duplicateOrder(payRequest.merchantOrderId)
    const order = createOrder(payRequest)
    return c.json({
      orderId: order.orderId,
      state: order.state,
      expireAt: order.expireAtMs,
      redirectUrl: `${new URL(c.req.url).origin}/transact/pay?token=${order.token}`,
    })
  },
)

orderRoutes.get(
  '/checkout/v2/order/:id/status',
  withLateAnswer(emulator, 'status'),
  withFaults(emulator, 'status'),
  (c: Context<PhonePeEnv>) => {
    const id = c.req.param('id') ?? ''
    const found = store.orders.get(id)
    if (!found) return unknownOrder(id)
    const order = currentOrder(c, found)
    countStatusCall(c, order)
    return c.json({
      merchantOrderId: order.merchantOrderId,
      ...orderBody(order, {
        details: c.req.query('details') === 'true',
        errorContext: c.req.query('errorContext') === 'true',
      }),
    })
  },
)

function createOrder({ expireAfterSec, ...payRequest }: PayRequest): Order {
  const now = nowMs(emulator)
  const order: Order = {
    ...payRequest,
    orderId: `OMO${randomId(22, 'digits')}`,
    token: randomId(60, 'token'),
    state: 'PENDING',
    expireAtMs: now + expireAfterSec * 1000,
    failure: undefined,
    attempts: [],
    statusCalls: undefined,
    then: 'completed',
  }
  store.orders.set(order.merchantOrderId, order)
  return order
}
