import { Hono } from 'hono'
import { userSubscriptions as type } from './user-subscriptions.ts'
import type { Api } from '../../env.ts'
import { member, neverKept } from '../../identity/bearer.ts'
import { findMany } from '../../strapi/find.ts'
import { readQuery } from '../../strapi/query.ts'

/** GET: the member's own subscriptions, as Strapi lists them; populate[plan][populate]=state,categories,practiceTests,tags. */
export const userSubscriptions = new Hono<Api>()
userSubscriptions.use(neverKept)

const shown = Object.keys(type.fields).filter((name) => name !== 'owner')

userSubscriptions.get('/', async (c) => {
  const { user } = member(c)
  const query = readQuery(new URL(c.req.url).search, type)
  return c.json(
    await findMany(c.env.DB, type, {
      ...query,
      fields: (query.fields ?? shown).filter((name) => name !== 'owner'),
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
