import { Hono, type Context } from 'hono'
import { quoteRequest } from '../../domain/contracts/payments.ts'
import type { ApiEnv } from '../env.ts'
import { authenticate, noStore } from '../identity/authentication.ts'
import { enforceRateLimit, enforceUsedUpLimit } from '../identity/rate-limits.ts'
import { validation } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { quoteFor } from './checkout/price.ts'
import type { PaymentContext } from './payment-context.ts'
import type { ContextOf } from './route-context.ts'
import { needsPayerState, storedPayerState } from './tax/payer-state.ts'

/** Quotes. A quote stores nothing, so it is not charged to the write budget of its address, which
 *  many aspirants may share. */
export function quoteRoutes(contextOf: ContextOf) {
  const routes = new Hono<ApiEnv>()
  routes.post('/quote', noStore, authenticate, (c) => quote(c, contextOf(c)))
  return routes
}

async function quote(c: Context<ApiEnv>, context: PaymentContext) {
  const request = await readBody(c, quoteRequest, { isDataAllowed: true })
  const userId = c.get('user')?.id ?? null
  const limit = userId === null ? 'wrong-coupon' : 'wrong-coupon-of-member'
  const claimant = userId === null ? {} : String(userId)
  if (request.coupon !== null) await enforceUsedUpLimit(c, limit, claimant)
  const found = await quoteFor(context.db, { ...request, userId }, context.now())
  if (!found) throw validation('This plan is not sold in this currency')
  const { lines, totalMinor, endsAt, owned, coupon, plan } = found
  if (coupon?.ok === false && coupon.reason === 'unknown')
    await enforceRateLimit(c, limit, claimant)
  const { slug, days, name } = plan
  const { currency } = request
  const tax = needsPayerState(context.settings, currency)
    ? {
        percent: context.settings.TAX_PERCENT,
        payerState: userId === null ? null : await storedPayerState(context.db, userId),
      }
    : null
  return c.json({
    data: {
      plan: { slug, days, name },
      currency,
      lines,
      totalMinor,
      endsAt,
      owned,
      coupon,
      tax,
    },
  })
}
