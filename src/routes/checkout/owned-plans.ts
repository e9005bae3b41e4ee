import type { Context } from 'hono'
import { isRunning } from '../../../domain/subscription.ts'
import { ownSubscriptions } from '../../api-client/subscriptions.ts'
import type { AppEnv } from '../../app-env.ts'

/** The plans that a member has now, with the end of the last period of each: slug -> ISO time. None
 *  for others, and where they cannot be loaded: the bill of a plan says it once more. */
export async function ownedPlans(c: Context<AppEnv>): Promise<ReadonlyMap<string, string>> {
  const { reader, page } = c.var
  const ends = new Map<string, string>()
  if (!reader.user) return ends
  const found = await ownSubscriptions(reader.api, page.locale)
  if (!found.ok) return ends
  const active = found.value.filter(({ status }) => status === 'active')
  for (const { plan } of active.filter((one) => isRunning(one, Date.now()))) {
    const periods = active.filter((other) => other.plan.slug === plan.slug)
    ends.set(
      plan.slug,
      periods
        .map(({ endsAt }) => endsAt)
        .sort()
        .at(-1) ?? '',
    )
  }
  return ends
}
