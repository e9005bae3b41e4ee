import { ownPlanPath } from '../../addresses/paths.ts'
import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import type { PlanEvent } from '../../../domain/study/plan-log.ts'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { localizedPath } from '../../addresses/address.ts'
import { ok } from '../../../domain/result.ts'
import {
  addPlanEvent,
  studyPlanBySlug,
  ownStudyPlan,
  studyPlans,
} from '../../api-client/study-plans.ts'
import { cached } from '../../middleware/page-cache.ts'
import { dayInIndia } from '../../../domain/india-time.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { RestartPlanPage } from './restart-plan-page.tsx'
import type { StartPlanError } from './start-plan-form.tsx'
import { ChoosePlanPage } from './choose-plan-page.tsx'
import { OwnPlanPage, taskAnchor } from './own-plan-page.tsx'
import { PlanPage } from './plan-page.tsx'

export const studyPlan = new Hono<AppEnv>()

studyPlan.get(ownPlanPath, (c) => ownPlanPage(c, null))

studyPlan.get(`${ownPlanPath}/:slug`, cached(), async (c) => {
  const { api, page, brand } = c.var
  const plan = await studyPlanBySlug(api, page.locale, c.req.param('slug'))
  if (!plan.ok) return c.var.fail(plan.error)
  if (!plan.value) return c.notFound()
  return c.render(<PlanPage page={page} brand={brand} plan={plan.value} />)
})

/** Starts a plan today. A reader who follows a plan has to confirm, because its ticks would be
 *  deleted. */
studyPlan.post(ownPlanPath, async (c) => {
  const { api, page } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { plan: slug = '', exam = '', restart } = form.value
  const plan = await studyPlanBySlug(api, page.locale, slug)
  if (!plan.ok) return c.var.fail(plan.error)
  if (!plan.value) return choosePlanPage(c, { field: 'plan', plan: slug, exam })
  if (!isFutureDayOrNone(exam)) return choosePlanPage(c, { field: 'exam', plan: slug, exam })
  const own = await followedPlan(c)
  if (own.ok && own.value && restart !== 'yes') {
    return c.render(<RestartPlanPage page={page} current={own.value} chosen={{ slug, exam }} />)
  }
  const startsOn = dayInIndia(new Date())
  return storeEvent(c, { plan: slug, kind: 'begin', startsOn, examOn: exam === '' ? null : exam })
})

studyPlan.post(`${ownPlanPath}/tick`, async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { plan = '', tick, untick } = form.value
  const task = tick ?? untick ?? ''
  if (!/^[a-z0-9:#-]{1,160}$/.test(task)) return c.redirect(planHref(c), 303)
  return storeEvent(c, { plan, kind: tick === undefined ? 'untick' : 'tick', task })
})

studyPlan.post(`${ownPlanPath}/exam`, async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { plan = '', exam = '' } = form.value
  if (!isFutureDayOrNone(exam)) return ownPlanPage(c, exam)
  return storeEvent(c, { plan, kind: 'exam', examOn: exam === '' ? null : exam })
})

studyPlan.post(`${ownPlanPath}/leave`, async (c) => {
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { plan = '' } = form.value
  return storeEvent(c, { plan, kind: 'leave' })
})

const planHref = (c: Context<AppEnv>) => localizedPath(ownPlanPath, c.var.page.locale)

/** Whether the text is empty or a date after today in India ('2026-12-01'). */
const isFutureDayOrNone = (day: string) =>
  day === '' || (/^\d{4}-\d{2}-\d{2}$/.test(day) && day > dayInIndia(new Date()))

/** The plan that the reader follows, or null. */
const followedPlan = ({ var: { reader, page } }: Context<AppEnv>) =>
  reader.isIdentified ? ownStudyPlan(reader.api, page.locale) : Promise.resolve(ok(null))

/** The plan that the reader follows, or the choice of plans. `examDateError`: the rejected exam
 *  date. */
async function ownPlanPage(c: Context<AppEnv>, examDateError: string | null) {
  const { reader, page } = c.var
  const own = await followedPlan(c)
  if (!own.ok) return c.var.fail(own.error)
  if (!own.value) return choosePlanPage(c, null)
  if (examDateError !== null) c.status(422)
  const isMember = reader.user !== null
  return c.render(<OwnPlanPage {...{ page, plan: own.value, isMember, examDateError }} />)
}

async function choosePlanPage(c: Context<AppEnv>, error: StartPlanError | null) {
  const { api, page } = c.var
  const plans = await studyPlans(api, page.locale)
  if (!plans.ok) return c.var.fail(plans.error)
  if (error) c.status(422)
  return c.render(
    <ChoosePlanPage page={{ ...page, path: ownPlanPath }} plans={plans.value} error={error} />,
  )
}

/** A plan event without the fields that `storeEvent` adds. */
type PlanChange = PlanEvent extends infer Event
  ? Event extends PlanEvent
    ? Omit<Event, 'id' | 'at'>
    : never
  : never

/** Stores an event and redirects to the plan, at the task of the event. */
async function storeEvent(c: Context<AppEnv>, change: PlanChange) {
  const { reader, page } = c.var
  const guest = await reader.becomeGuest()
  const event = { ...change, id: `form-${crypto.randomUUID().slice(0, 13)}.1`, at: Date.now() }
  const stored = guest.ok ? await addPlanEvent(reader.api, event) : guest
  if (stored.ok) {
    const anchor = 'task' in change ? `#${taskAnchor(change.task)}` : ''
    return c.redirect(planHref(c) + anchor, 303)
  }
  const messages = messagesFor(page.locale)
  c.status(503)
  return c.render(
    <MessagePage
      title={messages.plan30_mine()}
      body={messages.plan30_not_stored()}
      links={[{ href: planHref(c), label: messages.plan30_continue() }]}
      page={c.var.page}
    />,
  )
}
