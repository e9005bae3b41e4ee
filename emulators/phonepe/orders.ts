import { Hono, type Context } from 'hono'
import { nowMs } from '../books/desk.ts'
import { parseObject } from '../books/fields.ts'
import { randomId } from '../books/ids.ts'
import { late, troubled } from '../books/trouble.ts'
import { orderBody } from './answers.ts'
import { book, desk, orderNow, type Order } from './book.ts'
import { countStatusCall } from './decisions.ts'
import { readPay, type PayRequest } from './pay-request.ts'
import { refusal } from './problems.ts'
import type { PhonePe } from './settings.ts'

export const orders = new Hono<PhonePe>()

orders.post('/checkout/v2/pay', late(desk, 'create'), troubled(desk, 'create'), async (c) => {
  const body = parseObject(await c.req.text())
  if (!body) return refusal(400, 'The body is no JSON object')
  const asked = readPay(body)
  if (typeof asked === 'string') return refusal(400, asked)
  if (book.orders.has(asked.merchantOrderId))
    return refusal(409, `Order ${asked.merchantOrderId} exists`)
  const order = open(asked)
  return c.json({
    orderId: order.orderId,
    state: order.state,
    expireAt: order.expireAtMs,
    redirectUrl: `${new URL(c.req.url).origin}/transact/pay?token=${order.token}`,
  })
})

orders.get(
  '/checkout/v2/order/:id/status',
  late(desk, 'status'),
  troubled(desk, 'status'),
  (c: Context<PhonePe>) => {
    const id = c.req.param('id') ?? ''
    const found = book.orders.get(id)
    if (!found) return refusal(404, `No order ${id}`)
    const order = orderNow(c, found)
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

function open({ expireAfterSec, ...asked }: PayRequest): Order {
  const now = nowMs(desk)
  const order: Order = {
    ...asked,
    orderId: `OMO${randomId(22, 'digits')}`,
    token: randomId(60, 'token'),
    state: 'PENDING',
    expireAtMs: now + expireAfterSec * 1000,
    failure: undefined,
    attempts: [],
    statusCalls: undefined,
    then: 'completed',
  }
  book.orders.set(order.merchantOrderId, order)
  return order
}
