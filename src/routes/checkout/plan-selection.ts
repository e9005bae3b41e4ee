import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { allExams, findExam } from '../../exams.ts'
import { coversExam, coversState, nearestFirst, type Plan } from '../../../domain/plan.ts'

/** The plans that a checkout address offers. `chosen`: the plan whose bill is shown first; null if
 *  all plans are listed. `isOwnPage`: whether this is the sales page of one plan, which search
 *  engines may index. `returnTo`: path to return to after paying. */
export type PlanSelection = {
  plans: readonly Plan[]
  chosen: Plan | null
  isOwnPage: boolean
  returnTo: string
}

const packPath = '/village-administrative-officer-pack'

/** The plans for a path: '/karnataka/vao-paper-1/subscription/checkout' -> those that cover the
 *  exam, the narrowest first; '/…/checkout/{plan}' and '/{plan}/subscription/checkout' -> that
 *  plan; '/subscription/checkout' -> all plans. Unknown segments are ignored. */
export function planSelectionAt(page: PageContext, all: readonly Plan[]): PlanSelection {
  const [above = '', below = ''] = page.path.split('/subscription/checkout')
  const segments = above.split('/').filter(Boolean)
  const exam = segments.map(findExam).findLast((one) => one !== undefined)
  const state = allExams().find((one) => segments.includes(one.state))?.state
  if (page.path === packPath) return packSelection(page, all)
  const plans = exam
    ? nearestFirst(all.filter((plan) => coversExam(plan, exam)))
    : state
      ? all.filter((plan) => coversState(plan, state, allExams()))
      : all
  const named = all.find(({ slug }) => below === `/${slug}` || segments.includes(slug))
  const [only] = plans
  const first = exam || plans.length === 1 ? only : undefined
  const chosen = named ?? first ?? null
  return {
    plans: named && !plans.includes(named) ? [named, ...plans] : plans,
    chosen,
    isOwnPage: false,
    returnTo: localizedPath(exam ? `/${exam.slug}` : '/', page.locale),
  }
}

/** The plan of the pack's page; if the operator has changed its slug, the narrowest plan that
 *  covers its exam. */
function packSelection(page: PageContext, all: readonly Plan[]): PlanSelection {
  const plans = nearestFirst(all.filter((plan) => plan.exams.includes('vao-paper-1')))
  const pack = all.find(({ slug }) => packPath === `/${slug}`) ?? plans[0]
  return {
    plans: pack ? [pack] : [],
    chosen: pack ?? null,
    isOwnPage: true,
    returnTo: localizedPath('/vao', page.locale),
  }
}
