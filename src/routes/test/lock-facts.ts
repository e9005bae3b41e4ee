import type { Exam } from '../../../domain/exams.ts'
import { planForPaper } from '../../../domain/plan.ts'
import { subscriptionTo } from '../../../domain/subscription.ts'
import { plansOnSale } from '../../api-client/plans.ts'
import { solvedSampleOf } from '../../api-client/solved-sample.ts'
import { ownSubscriptions } from '../../api-client/subscriptions.ts'
import type { AppEnv } from '../../app-env.ts'
import type { Context } from 'hono'
import type { Lock } from './premium-lock.tsx'

/** What a locked paper shows to everybody. Cost: two reads, from copies. */
export async function lockOf(c: Context<AppEnv>, exam: Exam, slug: string): Promise<Lock> {
  const { api, page, config } = c.var
  const [plans, sample] = await Promise.all([
    plansOnSale(api, page.locale),
    solvedSampleOf(api, slug, page.locale),
  ])
  // Where the app store forbids selling, no price is named either.
  const isSold = plans.ok && !(page.isAppAgent && config.IN_APP_CHECKOUT === 'refuse')
  const plan = isSold ? planForPaper(plans.value, exam, slug) : null
  return { plan, sample, opened: null, isFreeTestTaken: false }
}

/** The same for a member, with what is open to them. Cost: one call more. */
export async function ownLockOf(c: Context<AppEnv>, exam: Exam, slug: string): Promise<Lock> {
  const { reader, page } = c.var
  const [lock, own] = await Promise.all([
    lockOf(c, exam, slug),
    ownSubscriptions(reader.api, page.locale),
  ])
  return {
    ...lock,
    opened: own.ok ? subscriptionTo(own.value, exam, slug, Date.now()) : null,
    isFreeTestTaken: reader.user?.freeTestTaken === true,
  }
}
