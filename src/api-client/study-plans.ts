import * as v from 'valibot'
import type { PlanEvent } from '../../domain/study/plan-log.ts'
import { locales, type Locale } from '../../domain/locale.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { OwnPlan, PlanSummary, StudyPlan } from '../../domain/study/lesson-plan.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import { isNotFound, type ApiError } from './errors.ts'

const locale = v.picklist(locales)
const day = v.pipe(v.string(), v.isoDate())
const slug = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/))

const taskEntries = {
  id: v.pipe(v.string(), v.regex(/^[a-z0-9:#-]{1,160}$/)),
  kind: v.picklist(['read', 'cards', 'paper', 'revise', 'affairs', 'weak']),
  of: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,120}$/)),
  minutes: v.number(),
  locale,
  name: v.string(),
  text: v.nullable(v.string()),
  paper: v.nullable(v.object({ exam: v.string(), access: v.picklist(['free', 'premium']) })),
}
const summaryEntries = {
  slug,
  locale,
  title: v.string(),
  about: v.string(),
}
const task = v.object(taskEntries)

const list = v.pipe(
  v.object({ data: v.array(v.object(summaryEntries)) }),
  v.transform(({ data }): PlanSummary[] => data),
)
const whole = v.pipe(
  v.object({
    data: v.object({
      ...summaryEntries,
      checkedOn: day,
      updatedAt: v.string(),
      days: v.array(v.array(task)),
    }),
  }),
  v.transform(({ data }): StudyPlan => data),
)
const own = v.pipe(
  v.object({
    data: v.nullable(
      v.object({
        ...summaryEntries,
        startsOn: day,
        examOn: v.nullable(day),
        today: day,
        days: v.array(
          v.object({
            on: day,
            tasks: v.array(
              v.object({
                ...taskEntries,
                doneOn: v.nullable(day),
                doneBy: v.nullable(v.picklist(['tick', 'paper'])),
                movedFrom: v.nullable(day),
              }),
            ),
          }),
        ),
        left: v.array(task),
      }),
    ),
  }),
  v.transform(({ data }): OwnPlan | null => data),
)

/** All plans. A product API without plans has none. */
export async function studyPlans(
  api: ApiClient,
  reader: Locale,
): Promise<Result<PlanSummary[], ApiError>> {
  const found = await api.read(`/api/study-plans?locale=${reader}`, list)
  return !found.ok && isNotFound(found.error) ? ok([]) : found
}

/** A plan with its thirty days; null: there is none of that slug. */
export async function studyPlanBySlug(
  api: ApiClient,
  reader: Locale,
  name: string,
): Promise<Result<StudyPlan | null, ApiError>> {
  if (!v.is(slug, name)) return ok(null)
  const found = await api.read(`/api/study-plans/${name}?locale=${reader}`, whole)
  return !found.ok && isNotFound(found.error) ? ok(null) : found
}

/** The plan that the reader follows; null: none. */
export async function ownStudyPlan(
  api: ApiClient,
  reader: Locale,
): Promise<Result<OwnPlan | null, ApiError>> {
  return api.call('GET', `/api/user-study-plan?locale=${reader}`, own)
}

/** Stores an event of the reader's plan. */
export const addPlanEvent = (api: ApiClient, event: PlanEvent) =>
  api.call('POST', '/api/user-study-plan/events', anyAnswer, { body: { events: [event] } })
