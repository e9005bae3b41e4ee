import { Hono } from 'hono'
import * as v from 'valibot'
import { ownerIfAny, ownerOf } from '../attempts/attempt-row.ts'
import type { Api } from '../env.ts'
import { neverKept } from '../identity/bearer.ts'
import { readBody } from '../identity/request-body.ts'
import { notFound } from '../strapi/errors.ts'
import { defaultLocale } from '../strapi/query.ts'
import { ownPlan } from './own-plan.ts'
import { keepPlanEvents, SentEvent } from './plan-log.ts'
import { planBySlug, plansIn } from './plans.ts'

/** The plans of thirty days, the same for everybody. An addition to the specification's table, as the next. */
export const studyPlans = new Hono<Api>()

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
export const userStudyPlan = new Hono<Api>()
userStudyPlan.use(neverKept)

/** GET ?locale= -> { data: OwnPlan | null }: as it stands today. Nobody follows none. */
userStudyPlan.get('/', async (c) => {
  const owner = ownerIfAny(c)
  const locale = c.req.query('locale') || defaultLocale
  const data = owner && (await ownPlan(c.env.DB, owner, locale, new Date()))
  return c.json({ data, meta: {} })
})

const sent = {
  events: v.pipe(
    v.array(SentEvent, 'events must be a list of what was done with a plan'),
    v.maxLength(100, 'events are at most 100'),
  ),
}

/** POST { events: PlanEvent[] } -> { data: { acknowledged: [ids] } }. The same again: the same answer. */
userStudyPlan.post('/events', async (c) => {
  const owner = ownerOf(c)
  const { events } = await readBody(c, sent, { inData: true })
  await keepPlanEvents(c.env.DB, owner, events, new Date())
  return c.json({ data: { acknowledged: events.map(({ id }) => id) }, meta: {} })
})
