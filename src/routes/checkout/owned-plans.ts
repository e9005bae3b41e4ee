import type { Context } from 'hono'
import type { Plan } from '../../../domain/plan.ts'
import { ownedPlansOf, type OwnedPlan } from '../../../domain/subscription.ts'
import { ownSubscriptions } from '../../api-client/subscriptions.ts'
import type { AppEnv } from '../../app-env.ts'

/** What a member has of these plans now, by slug. Nothing for others, and where it cannot be
 *  loaded: the bill of a plan says it once more. */
export async function ownedPlans(
  c: Context<AppEnv>,
  plans: readonly Plan[],
): Promise<ReadonlyMap<string, OwnedPlan>> {
  const { reader, page } = c.var
  if (!reader.user) return new Map()
  const found = await ownSubscriptions(reader.api, page.locale)
  return found.ok ? ownedPlansOf(plans, found.value, Date.now()) : new Map()
}
