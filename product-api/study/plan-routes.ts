import { Hono } from 'hono'
import { planEventsRequest } from '../../domain/contracts/study.ts'
import type { ApiEnv } from '../env.ts'
import { noStore } from '../identity/authentication.ts'
import { ownerIfAny, ownerOf } from '../owner.ts'
import { requestedLocale } from '../requested-locale.ts'
import { notFound } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { ownPlanOf } from './own-plan.ts'
import { storePlanEvents } from './plan-log.ts'
import { planBySlug, planSummaries } from './plans.ts'

/** The plans of thirty days, the same for everybody. */
export const studyPlanRoutes = new Hono<ApiEnv>()

/** GET ?locale= -> { data: PlanSummary[] }. */
studyPlanRoutes.get('/', async (c) =>
  c.json({ data: await planSummaries(c.env.DB, requestedLocale(c)), meta: {} }),
)

/** GET ?locale= -> { data: StudyPlan }, its thirty days as written. */
studyPlanRoutes.get('/:slug', async (c) => {
  const plan = await planBySlug(c.env.DB, c.req.param('slug'), requestedLocale(c))
  if (!plan) throw notFound()
  return c.json({ data: plan, meta: {} })
})

/** The plan that the caller follows. */
export const userStudyPlanRoutes = new Hono<ApiEnv>()
userStudyPlanRoutes.use(noStore)

/** GET ?locale= -> { data: OwnPlan | null }: as it is today; null for a caller who follows none or
 *  has no token. */
userStudyPlanRoutes.get('/', async (c) => {
  const owner = ownerIfAny(c)
  const data = owner && (await ownPlanOf(c.env.DB, owner, requestedLocale(c), new Date()))
  return c.json({ data, meta: {} })
})

/** POST { events: PlanEvent[] } -> { data: { acknowledged: [ids] } }. Idempotent. */
userStudyPlanRoutes.post('/events', async (c) => {
  const owner = ownerOf(c)
  const { events } = await readBody(c, planEventsRequest, { isDataAllowed: true })
  await storePlanEvents(c.env.DB, owner, events, new Date())
  return c.json({ data: { acknowledged: events.map(({ id }) => id) }, meta: {} })
})
