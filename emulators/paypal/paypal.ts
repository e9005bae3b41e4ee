import { Hono } from 'hono'
import { controls, onLocalNamesOnly } from '../payment-provider/controls.ts'
import { emulator, orderList, resetStore } from './store.ts'
import { capture } from './capture.ts'
import { checkoutPage } from './checkout-page.ts'
import { settle } from './decisions.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { reporting } from './reporting.ts'
import { jsonOnly, outage } from './problems.ts'
import type { PayPal } from './settings.ts'
import { bearer, token } from './token.ts'
import { verification } from './verification.ts'

/** A stand-in for PayPal: Orders v2, Payments v2, webhooks and the page on which a person approves.
 *  Its addresses and answers are PayPal's; besides them it has those of
 *  payment-provider/controls.ts. */
const paypal = new Hono<PayPal>()

paypal.use(onLocalNamesOnly)
paypal.route('/', token)
paypal.use('/v2/*', bearer, jsonOnly)
paypal.use('/v1/reporting/*', bearer)
paypal.use('/v1/notifications/verify-webhook-signature', bearer, jsonOnly)
paypal.route('/', orders)
paypal.route('/', capture)
paypal.route('/', payments)
paypal.route('/', reporting)
paypal.route('/', verification)
paypal.route('/', checkoutPage)
paypal.route('/', controls(emulator, { orderList, settle, resetStore }))

paypal.onError((error, c) => {
  console.error(error)
  return c.json(outage(500), 500)
})

export default paypal
