import { Hono } from 'hono'
import { ownerOf } from '../attempts/attempt-row.ts'
import type { Api } from '../env.ts'
import { neverKept } from '../identity/bearer.ts'
import { weakTopics } from './results/topics.ts'
import { defaultLocale } from '../strapi/query.ts'

export const userTopics = new Hono<Api>()
userTopics.use(neverKept)

/** GET ?locale= -> { data: TopicResult[] }: how well the caller knows each topic, weakest first. */
userTopics.get('/', async (c) => {
  const locale = c.req.query('locale') || defaultLocale
  return c.json({ data: await weakTopics(c.env.DB, ownerOf(c), locale), meta: {} })
})
