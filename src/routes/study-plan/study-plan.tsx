import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { PlanEvent } from '../../../domain/study/plan-log.ts'
import { privateNoStore } from '../../edge-cache.ts'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { formOf } from '../../respond/form.ts'
import { localizedPath } from '../../addresses/address.ts'
import { ok } from '../../../domain/result.ts'
import { ownPlanPath } from '../../../domain/study/lesson-plan.ts'
import { keepPlanEvent, planBySlug, planOfOneself, plansIn } from '../../api-client/study-plans.ts'
import { dayInIndia } from '../../ui/dates.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { wordsIn } from '../../ui/words.ts'
import { AnewPage } from './anew-page.tsx'
import type { BeginFault } from './begin-form.tsx'
import { ChoosePage } from './choose-page.tsx'
import { OwnPlanPage, taskAnchor } from './own-plan-page.tsx'
import { PlanPage } from './plan-page.tsx'

export const studyPlan = new Hono<AppEnv>()

studyPlan.get(ownPlanPath, (c) => ownPage(c, null))

studyPlan.get(`${ownPlanPath}/:slug`, async (c) => {
  const { ask, page: place, brand } = c.var
  const plan = await planBySlug(ask, place.locale, c.req.param('slug'))
  if (!plan.ok) return explain(c, plan.error)
  if (!plan.value) return c.notFound()
  return c.render(<PlanPage place={place} brand={brand} plan={plan.value} />)
})

/** Begins a plan today. One who follows a plan is asked first: their ticks would be gone. */
studyPlan.post(ownPlanPath, async (c) => {
  const { ask, page: place } = c.var
  const { plan: slug = '', exam = '', anew } = await formOf(c)
  const plan = await planBySlug(ask, place.locale, slug)
  if (!plan.ok) return explain(c, plan.error)
  if (!plan.value) return chooser(c, { field: 'plan', plan: slug, exam })
  if (!isToCome(exam)) return chooser(c, { field: 'exam', plan: slug, exam })
  const own = await followed(c)
  if (own.ok && own.value && anew !== 'yes') {
    c.header('cache-control', privateNoStore)
    return c.render(<AnewPage place={place} now={own.value} next={{ slug, exam }} />)
  }
  const startsOn = dayInIndia(new Date())
  return keep(c, { plan: slug, kind: 'begin', startsOn, examOn: exam === '' ? null : exam })
})

studyPlan.post(`${ownPlanPath}/tick`, async (c) => {
  const { plan = '', tick, untick } = await formOf(c)
  const task = tick ?? untick ?? ''
  if (!/^[a-z0-9:#-]{1,160}$/.test(task)) return c.redirect(address(c), 303)
  return keep(c, { plan, kind: tick === undefined ? 'untick' : 'tick', task })
})

studyPlan.post(`${ownPlanPath}/exam`, async (c) => {
  const { plan = '', exam = '' } = await formOf(c)
  if (!isToCome(exam)) return ownPage(c, exam)
  return keep(c, { plan, kind: 'exam', examOn: exam === '' ? null : exam })
})

studyPlan.post(`${ownPlanPath}/leave`, async (c) => {
  const { plan = '' } = await formOf(c)
  return keep(c, { plan, kind: 'leave' })
})

const address = (c: Context<AppEnv>) => localizedPath(ownPlanPath, c.var.page.locale)

/** A day after today, or none. */
const isToCome = (day: string) =>
  day === '' || (/^\d{4}-\d{2}-\d{2}$/.test(day) && day > dayInIndia(new Date()))

/** The plan that one follows; a visitor under whose name nothing is kept follows none. */
const followed = ({ var: { reader, page: place } }: Context<AppEnv>) =>
  reader.isNamed ? planOfOneself(reader.call, place.locale) : Promise.resolve(ok(null))

/** The plan that one follows, or which there are. */
async function ownPage(c: Context<AppEnv>, examFault: string | null) {
  const { reader, page: place } = c.var
  c.header('cache-control', privateNoStore)
  const own = await followed(c)
  if (!own.ok) return explain(c, own.error)
  if (!own.value) return chooser(c, null)
  if (examFault !== null) c.status(422)
  const isMember = reader.user !== null
  return c.render(<OwnPlanPage {...{ place, plan: own.value, isMember, examFault }} />)
}

async function chooser(c: Context<AppEnv>, fault: BeginFault | null) {
  const { ask, page: place } = c.var
  c.header('cache-control', privateNoStore)
  const plans = await plansIn(ask, place.locale)
  if (!plans.ok) return explain(c, plans.error)
  if (fault) c.status(422)
  return c.render(
    <ChoosePage place={{ ...place, path: ownPlanPath }} plans={plans.value} fault={fault} />,
  )
}

type Said = PlanEvent extends infer Event
  ? Event extends PlanEvent
    ? Omit<Event, 'id' | 'at'>
    : never
  : never

/** Keeps one event; 303 to the plan, at the task it is about. */
async function keep(c: Context<AppEnv>, said: Said) {
  const { reader, page: place } = c.var
  const named = await reader.beGuest()
  const event = { ...said, id: `form-${crypto.randomUUID().slice(0, 13)}.1`, at: Date.now() }
  const kept = named.ok ? await keepPlanEvent(reader.call, event) : named
  if (kept.ok) {
    const anchor = 'task' in said ? `#${taskAnchor(said.task)}` : ''
    return c.redirect(address(c) + anchor, 303)
  }
  const words = wordsIn(place.locale)
  c.status(503)
  return c.render(
    <MessagePage
      title={words.plan30_mine()}
      body={words.plan30_not_kept()}
      ways={[{ href: address(c), label: words.plan30_go_on() }]}
      words={words}
    />,
  )
}
