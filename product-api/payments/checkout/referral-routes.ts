import { Hono } from 'hono'
import { referralRequest } from '../../../domain/contracts/payments.ts'
import type { ApiEnv } from '../../env.ts'
import { noStore, requireMember } from '../../identity/authentication.ts'
import { enforceRateLimit } from '../../identity/rate-limits.ts'
import { readBody } from '../../strapi/request-body.ts'
import type { PaymentContext } from '../payment-context.ts'
import type { ContextOf } from '../route-context.ts'
import { redeemReferralCode, referralCodeOf, referralCreditsOf } from './referrals.ts'

/** A member's referral code and credit. */
export function referralRoutes(contextOf: ContextOf) {
  const routes = new Hono<ApiEnv>()
  routes.use(noStore)

  routes.get('/', async (c) => c.json(await referralView(contextOf(c), requireMember(c).user.id)))

  /** POST { code }: redeems a friend's code. */
  routes.post('/', async (c) => {
    const { user } = requireMember(c)
    const { code } = await readBody(c, referralRequest, { isDataAllowed: true })
    await enforceRateLimit(c, 'redeem', String(user.id))
    const context = contextOf(c)
    await redeemReferralCode(context, user.id, code)
    return c.json(await referralView(context, user.id), 201)
  })

  return routes
}

async function referralView(context: PaymentContext, userId: number) {
  const { rows, balances } = await referralCreditsOf(context, userId)
  const offers = [...context.settings.REFERRAL_CREDIT].map(([currency, amountMinor]) => ({
    currency,
    amountMinor,
  }))
  return { data: rows, meta: { code: await referralCodeOf(context, userId), balances, offers } }
}
