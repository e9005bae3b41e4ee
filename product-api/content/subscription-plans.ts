import { timestamps, type Component, type ContentType } from '../strapi/content-type.ts'
import { categories, states, tags } from './catalogue.ts'
import { practiceTests } from './practice-tests.ts'

/** Prices, in minor units of their currency. */
const prices: Component = {
  nestedParts: [],
  async load(db, planIds) {
    const { results } = await db
      .prepare(
        `SELECT p.plan_id AS plan, p.currency, p.amount_minor AS amountMinor
         FROM json_each(?) j JOIN plan_prices p ON p.plan_id = j.value ORDER BY p.currency`,
      )
      .bind(JSON.stringify(planIds))
      .all<{ plan: number; currency: string; amountMinor: number }>()
    return new Map(
      planIds.map((id) => [
        id,
        results
          .filter(({ plan }) => plan === id)
          .map(({ currency, amountMinor }) => ({ currency, amountMinor })),
      ]),
    )
  },
}

/** Every plan, also one that is withdrawn from sale: what was bought keeps its name. */
export const allSubscriptionPlans: ContentType = {
  table: 'subscription_plans',
  texts: { table: 'subscription_plan_texts', key: 'plan_id' },
  fields: {
    slug: { column: 'slug', of: 'document' },
    name: { column: 'name', of: 'text' },
    description: { column: 'description', of: 'text' },
    days: { column: 'days', of: 'document' },
    position: { column: 'position', of: 'document' },
    ...timestamps,
  },
  relations: {
    state: { to: () => states, column: 'state_id' },
    categories: {
      to: () => categories,
      through: 'plan_categories',
      mine: 'plan_id',
      theirs: 'category_id',
    },
    practiceTests: {
      to: () => practiceTests,
      through: 'plan_tests',
      mine: 'plan_id',
      theirs: 'test_id',
    },
    tags: { to: () => tags, through: 'plan_tags', mine: 'plan_id', theirs: 'tag_id' },
  },
  components: { prices },
  order: 'd0.position',
}

/** The plans on sale. */
export const subscriptionPlans: ContentType = { ...allSubscriptionPlans, isWithdrawable: true }
