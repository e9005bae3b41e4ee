import { timestamps, type ContentType } from '../../strapi/content-type.ts'
import { allSubscriptionPlans } from '../../content/subscription-plans.ts'

/** Members' subscriptions. `owner` is only for the filter by member and is never returned. */
export const userSubscriptions: ContentType = {
  table: 'user_subscriptions',
  texts: { table: 'user_subscription_texts', key: 'subscription_id' },
  fields: {
    owner: { column: 'user_id', of: 'document' },
    startsAt: { column: 'starts_at', of: 'document' },
    endsAt: { column: 'ends_at', of: 'document' },
    status: { column: 'status', of: 'document' },
    transactionId: { column: 'transaction_id', of: 'document' },
    ...timestamps,
  },
  relations: { plan: { to: () => allSubscriptionPlans, column: 'plan_id' } },
  components: {},
  order: 'd0.ends_at DESC, d0.id DESC',
}
