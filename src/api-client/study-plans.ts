import * as v from 'valibot'
import type { PlanEvent } from '../../domain/study/plan-log.ts'
import { day, slug } from '../../domain/contracts/fields.ts'
import * as contracts from '../../domain/contracts/study.ts'
import type { Locale } from '../../domain/locale.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { OwnPlan, PlanSummary, StudyPlan } from '../../domain/study/lesson-plan.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import { isNotOffered, type ApiError } from './errors.ts'

const task = v.object({
  ...v.omit(contracts.planTask, ['topics', 'paper']).entries,
  paper: v.nullable(v.pick(contracts.paperOfTask, ['exam', 'access'])),
})
const ownTask = v.object({
  ...task.entries,
  ...v.pick(contracts.ownTask, ['doneOn', 'doneBy', 'movedFrom']).entries,
})
const summary = v.omit(contracts.planSummary, ['exams'])

const planList = v.pipe(
  v.object({ data: v.array(summary) }),
  v.transform(({ data }): PlanSummary[] => data),
)
const planWithDays = v.pipe(
  v.object({
    data: v.object({
      ...summary.entries,
      ...v.pick(contracts.studyPlan, ['checkedOn', 'updatedAt']).entries,
      days: v.array(v.array(task)),
    }),
  }),
  v.transform(({ data }): StudyPlan => data),
)
const followedPlan = v.pipe(
  v.object({
    data: v.nullable(
      v.object({
        ...summary.entries,
        ...v.pick(contracts.ownPlan, ['startsOn', 'examOn', 'today']).entries,
        days: v.array(v.object({ on: day, tasks: v.array(ownTask) })),
        left: v.array(task),
      }),
    ),
  }),
  v.transform(({ data }): OwnPlan | null => data),
)

/** All study plans; empty if the product API has none. */
export async function studyPlans(
  api: ApiClient,
  readerLocale: Locale,
): Promise<Result<PlanSummary[], ApiError>> {
  const found = await api.read(`/api/study-plans?locale=${readerLocale}`, planList, {
    isOptional: true,
  })
  return !found.ok && isNotOffered(found.error) ? ok([]) : found
}

/** A study plan with the tasks of its thirty days, or null if there is none of that slug. */
export async function studyPlanBySlug(
  api: ApiClient,
  readerLocale: Locale,
  name: string,
): Promise<Result<StudyPlan | null, ApiError>> {
  if (!v.is(slug, name)) return ok(null)
  const found = await api.read(`/api/study-plans/${name}?locale=${readerLocale}`, planWithDays, {
    isOptional: true,
  })
  return !found.ok && isNotOffered(found.error) ? ok(null) : found
}

/** The study plan that the reader follows, or null. */
export async function ownStudyPlan(
  api: ApiClient,
  readerLocale: Locale,
): Promise<Result<OwnPlan | null, ApiError>> {
  return api.call('GET', `/api/user-study-plan?locale=${readerLocale}`, followedPlan)
}

/** Stores an event of the reader's study plan: begin, tick, untick, exam date, leave. */
export const addPlanEvent = (api: ApiClient, event: PlanEvent) =>
  api.call('POST', '/api/user-study-plan/events', anyAnswer, { body: { events: [event] } })
