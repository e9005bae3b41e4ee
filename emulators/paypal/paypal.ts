import { Hono } from 'hono'
import { controlRoutes, localHostsOnly } from '../payment-provider/controls.ts'
import { withRetries } from '../payment-provider/webhooks.ts'
import { emulator, orderList, resetStore } from './store.ts'
import { afterPaymentRoutes } from './after-payment.ts'
import { captureRoutes } from './capture.ts'
import { checkoutPageRoutes } from './checkout-page.ts'
import { settle } from './decisions.ts'
import { orderRoutes } from './orders.ts'
import { paymentRoutes } from './payments.ts'
import { reportingRoutes } from './reporting.ts'
import { jsonOnly, outageBody } from './problems.ts'
import type { PayPalEnv } from './settings.ts'
import { requireToken, tokenRoutes } from './token.ts'
import { verificationRoutes } from './verification.ts'

/** Emulates PayPal: Orders v2, Payments v2, transaction reports, webhooks and the page where a
 *  payer approves. Paths and responses are PayPal's; payment-provider/controls.ts adds its own. */
const paypal = new Hono<PayPalEnv>()

paypal.use(localHostsOnly)
paypal.use(withRetries(emulator))
paypal.route('/', tokenRoutes)
paypal.use('/v2/*', requireToken, jsonOnly)
paypal.use('/v1/reporting/*', requireToken)
paypal.use('/v1/notifications/verify-webhook-signature', requireToken, jsonOnly)
paypal.route('/', orderRoutes)
paypal.route('/', captureRoutes)
paypal.route('/', paymentRoutes)
paypal.route('/', reportingRoutes)
paypal.route('/', afterPaymentRoutes)
paypal.route('/', verificationRoutes)
paypal.route('/', checkoutPageRoutes)
paypal.route('/', controlRoutes(emulator, { orderList, settle, resetStore }))

paypal.onError((error, c) => {
  console.error(error)
  return c.json(outageBody(500), 500)
})

export default paypal
