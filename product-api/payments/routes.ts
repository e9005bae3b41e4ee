import { Hono } from 'hono'
import type { ApiEnv } from '../env.ts'
import { authenticate } from '../identity/authentication.ts'
import { writeBudget } from '../limits/write-budget.ts'
import { referralRoutes } from './checkout/referral-routes.ts'
import { clockTeller } from './clock/clock-names.ts'
import { configurePayments } from './configure-payments.ts'
import { memberRoutes } from './member-routes.ts'
import type { PaymentProviderDefinition } from './providers/provider.ts'
import { registeredProviders } from './providers/registry.ts'
import { quoteRoutes } from './quote-routes.ts'
import { returnRoutes } from './return-routes.ts'
import type { ContextOf } from './route-context.ts'
import { userSubscriptionRoutes } from './subscriptions/routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** All routes about payments. Mounted at /api. `definitions`: the providers; tests add one. */
export function paymentRoutes(
  definitions: readonly PaymentProviderDefinition[] = registeredProviders,
) {
  const contextOf: ContextOf = (c) => ({
    ...configurePayments(c.env, definitions),
    db: c.env.DB,
    now: () => new Date(),
    ...clockTeller(c.env.PAYMENT_CLOCKS, (work) => c.executionCtx.waitUntil(work)),
  })
  const routes = new Hono<ApiEnv>()
  // Before `authenticate`: returns and webhooks are authorised by their own signatures.
  routes.route('/payment-transactions', returnRoutes(contextOf, definitions))
  routes.route('/payment-transactions', webhookRoutes(contextOf, definitions))
  routes.route('/payment-transactions', quoteRoutes(contextOf))

  for (const path of ['/payment-transactions', '/user-subscriptions', '/referral-transactions'])
    routes.use(`${path}/*`, authenticate, writeBudget)
  routes.route('/payment-transactions', memberRoutes(contextOf, definitions))
  routes.route('/user-subscriptions', userSubscriptionRoutes)
  routes.route('/referral-transactions', referralRoutes(contextOf))
  return routes
}
