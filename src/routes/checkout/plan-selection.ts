import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { exams, findExam } from '../../../domain/exams.ts'
import { coversExam, coversState, nearestFirst, type Plan } from '../../../domain/plan.ts'

/** The plans that an address offers. `chosen`: the one it is about, until another is chosen; null
 *  where it shows all. `isOwnPage`: the sales page of one plan, which search engines may show.
 *  `returnTo`: a page of what was wanted. */
export type PlanSelection = {
  plans: readonly Plan[]
  chosen: Plan | null
  isOwnPage: boolean
  returnTo: string
}

const packPath = '/village-administrative-officer-pack'

/** '/karnataka/vao-paper-1/subscription/checkout' -> what covers that exam, the nearest first;
 *  '/…/checkout/{plan}' and '/{plan}/subscription/checkout' -> that plan; '/subscription/checkout'
 *  -> all. Other segments before it are ignored. */
export function planSelectionAt(page: PageContext, all: readonly Plan[]): PlanSelection {
  const [above = '', below = ''] = page.path.split('/subscription/checkout')
  const segments = above.split('/').filter(Boolean)
  const exam = segments.map(findExam).findLast((one) => one !== undefined)
  const state = exams.find((one) => segments.includes(one.state))?.state
  if (page.path === packPath) return packSelection(page, all)
  const plans = exam
    ? nearestFirst(all.filter((plan) => coversExam(plan, exam)))
    : state
      ? all.filter((plan) => coversState(plan, state))
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

/** The plan of that slug; if the operator has renamed it, what covers the exam it was made for. */
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
