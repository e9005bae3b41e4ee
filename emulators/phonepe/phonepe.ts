import { Hono } from 'hono'
import { controlRoutes, localHostsOnly } from '../payment-provider/controls.ts'
import { withRetries } from '../payment-provider/webhooks.ts'
import { emulator, orderList, resetStore } from './store.ts'
import { settle } from './decisions.ts'
import { orderRoutes } from './orders.ts'
import { paymentPageRoutes } from './payment-page.ts'
import { outageBody } from './problems.ts'
import { refundRoutes } from './refunds.ts'
import { settlementRoutes } from './settlement.ts'
import type { PhonePeEnv } from './settings.ts'
import { requireToken, tokenRoutes } from './token.ts'

/** Emulates PhonePe's Standard Checkout v2: token, pay, status, refund, callbacks and the page
 *  where a payer pays. Paths and responses are PhonePe's; payment-provider/controls.ts adds its
 *  own. */
const phonepe = new Hono<PhonePeEnv>()

phonepe.use(localHostsOnly)
phonepe.use(withRetries(emulator))

// The sandbox has all routes below one path; in production the token route is below another.
phonepe.route('/apis/identity-manager', tokenRoutes)
for (const gateway of ['/apis/pg-sandbox', '/apis/pg']) {
  phonepe.route(gateway, tokenRoutes)
  phonepe.use(`${gateway}/checkout/*`, requireToken)
  phonepe.use(`${gateway}/payments/*`, requireToken)
  phonepe.route(gateway, orderRoutes)
  phonepe.route(gateway, refundRoutes)
}
phonepe.route('/', settlementRoutes)
phonepe.route('/', paymentPageRoutes)
phonepe.route('/', controlRoutes(emulator, { orderList, settle, resetStore }))

phonepe.onError((error, c) => {
  console.error(error)
  return c.json(outageBody(500), 500)
})

export default phonepe
