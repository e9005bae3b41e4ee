import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { exams, findExam } from '../../../domain/exams.ts'
import { coversExam, coversState, nearestFirst, type Plan } from '../../../domain/plan.ts'

/** The plans that an address offers. `chosen`: the one it is about, until another is chosen; null where it shows all.
 *  `isOwnPage`: the sales page of one plan, which search engines may show. `returnTo`: a page of what was wanted. */
export type Shelf = {
  plans: readonly Plan[]
  chosen: Plan | null
  isOwnPage: boolean
  returnTo: string
}

const packPath = '/village-administrative-officer-pack'

/** '/karnataka/vao-paper-1/subscription/checkout' -> what covers that exam, the nearest first; '/…/checkout/{plan}' and
 *  '/{plan}/subscription/checkout' -> that plan; '/subscription/checkout' -> all. What else stands before says nothing. */
export function shelfAt(place: PageContext, all: readonly Plan[]): Shelf {
  const [above = '', below = ''] = place.path.split('/subscription/checkout')
  const words = above.split('/').filter(Boolean)
  const exam = words.map(findExam).findLast((one) => one !== undefined)
  const state = exams.find((one) => words.includes(one.state))?.state
  if (place.path === packPath) return packShelf(place, all)
  const plans = exam
    ? nearestFirst(all.filter((plan) => coversExam(plan, exam)))
    : state
      ? all.filter((plan) => coversState(plan, state))
      : all
  const named = all.find(({ slug }) => below === `/${slug}` || words.includes(slug))
  const [only] = plans
  const first = exam || plans.length === 1 ? only : undefined
  const chosen = named ?? first ?? null
  return {
    plans: named && !plans.includes(named) ? [named, ...plans] : plans,
    chosen,
    isOwnPage: false,
    returnTo: localizedPath(exam ? `/${exam.slug}` : '/', place.locale),
  }
}

/** The plan of that name; should the operator have renamed it, what covers the exam it was made for. */
function packShelf(place: PageContext, all: readonly Plan[]): Shelf {
  const plans = nearestFirst(all.filter((plan) => plan.exams.includes('vao-paper-1')))
  const pack = all.find(({ slug }) => packPath === `/${slug}`) ?? plans[0]
  return {
    plans: pack ? [pack] : [],
    chosen: pack ?? null,
    isOwnPage: true,
    returnTo: localizedPath('/vao', place.locale),
  }
}
