import { Hono } from 'hono'
import { userSubscriptions as type } from './user-subscriptions.ts'
import type { ApiEnv } from '../../env.ts'
import { requireMember, noStore } from '../../identity/authentication.ts'
import { findDocuments } from '../../strapi/find-documents.ts'
import { parseQuery } from '../../strapi/query.ts'

/** GET: the member's own subscriptions, as Strapi lists them;
 *  populate[plan][populate]=state,categories,practiceTests,tags. */
export const userSubscriptionRoutes = new Hono<ApiEnv>()
userSubscriptionRoutes.use(noStore)

const visibleFields = Object.keys(type.fields).filter((name) => name !== 'owner')

userSubscriptionRoutes.get('/', async (c) => {
  const { user } = requireMember(c)
  const query = parseQuery(new URL(c.req.url).search, type)
  return c.json(
    await findDocuments(c.env.DB, type, {
      ...query,
      fields: (query.fields ?? visibleFields).filter((name) => name !== 'owner'),
      filter: {
        kind: 'all',
        filters: [
          { kind: 'field', field: 'owner', operator: '$eq', values: [String(user.id)] },
          query.filter,
        ],
      },
    }),
  )
})
