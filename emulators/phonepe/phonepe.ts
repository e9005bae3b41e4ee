import { Hono } from 'hono'
import { controls, onLocalNamesOnly } from '../payment-provider/controls.ts'
import { emulator, orderList, resetStore } from './store.ts'
import { settle } from './decisions.ts'
import { orders } from './orders.ts'
import { paymentPage } from './payment-page.ts'
import { outage } from './problems.ts'
import { refunds } from './refunds.ts'
import type { PhonePe } from './settings.ts'
import { bearer, token } from './token.ts'

/** A stand-in for PhonePe's Standard Checkout v2: token, pay, status, refund, callbacks and the
 *  page on which a person pays. Its addresses and answers are PhonePe's; besides them it has those
 *  of payment-provider/controls.ts. */
const phonepe = new Hono<PhonePe>()

phonepe.use(onLocalNamesOnly)

// The sandbox serves everything below one path; production has the token elsewhere (notes 2.1).
phonepe.route('/apis/identity-manager', token)
for (const gateway of ['/apis/pg-sandbox', '/apis/pg']) {
  phonepe.route(gateway, token)
  phonepe.use(`${gateway}/checkout/*`, bearer)
  phonepe.use(`${gateway}/payments/*`, bearer)
  phonepe.route(gateway, orders)
  phonepe.route(gateway, refunds)
}
phonepe.route('/', paymentPage)
phonepe.route('/', controls(emulator, { orderList, settle, resetStore }))

phonepe.onError((error, c) => {
  console.error(error)
  return c.json(outage(500), 500)
})

export default phonepe
