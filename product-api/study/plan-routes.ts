import { Hono } from 'hono'
import { planEventsRequest } from '../../domain/contracts/study.ts'
import { ownerIfAny, ownerOf } from '../attempts/attempt-row.ts'
import type { ApiEnv } from '../env.ts'
import { noStore } from '../identity/authentication.ts'
import { readBody } from '../strapi/request-body.ts'
import { notFound } from '../strapi/errors.ts'
import { defaultLocale } from '../strapi/query.ts'
import { ownPlan } from './own-plan.ts'
import { keepPlanEvents } from './plan-log.ts'
import { planBySlug, plansIn } from './plans.ts'

/** The plans of thirty days, the same for everybody. An addition to the specification's table, as the next. */
export const studyPlans = new Hono<ApiEnv>()

/** GET ?locale= -> { data: PlanSummary[] }. */
studyPlans.get('/', async (c) => {
  const locale = c.req.query('locale') || defaultLocale
  return c.json({ data: await plansIn(c.env.DB, locale), meta: {} })
})

/** GET ?locale= -> { data: StudyPlan }, its thirty days as they are written. */
studyPlans.get('/:slug', async (c) => {
  const locale = c.req.query('locale') || defaultLocale
  const plan = await planBySlug(c.env.DB, c.req.param('slug'), locale)
  if (!plan) throw notFound()
  return c.json({ data: plan, meta: {} })
})

/** The plan that one follows oneself. */
export const userStudyPlan = new Hono<ApiEnv>()
userStudyPlan.use(noStore)

/** GET ?locale= -> { data: OwnPlan | null }: as it stands today. Nobody follows none. */
userStudyPlan.get('/', async (c) => {
  const owner = ownerIfAny(c)
  const locale = c.req.query('locale') || defaultLocale
  const data = owner && (await ownPlan(c.env.DB, owner, locale, new Date()))
  return c.json({ data, meta: {} })
})

/** POST { events: PlanEvent[] } -> { data: { acknowledged: [ids] } }. The same again: the same answer. */
userStudyPlan.post('/events', async (c) => {
  const owner = ownerOf(c)
  const { events } = await readBody(c, planEventsRequest, { isDataAllowed: true })
  await keepPlanEvents(c.env.DB, owner, events, new Date())
  return c.json({ data: { acknowledged: events.map(({ id }) => id) }, meta: {} })
})
