import type { Exam } from './exams.ts'
import type { Locale } from './locale.ts'
import type { Money } from './money.ts'

/** A subscription plan for some days, never renewed automatically. locale: of its texts.
 *  exams: covered completely. tests, tags: single tests and topics in addition. */
export type Plan = {
  slug: string
  locale: Locale
  name: string
  description: string
  days: number
  exams: readonly string[]
  tests: readonly { slug: string; title: string; exam: string | null }[]
  tags: readonly { slug: string; name: string }[]
  prices: readonly Money[]
}

/** A premium test as plans list it. locale: of its title; null: not known. */
export type PremiumTest = { slug: string; title: string; locale: Locale | null }
export type PremiumTestsByExam = ReadonlyMap<string, readonly PremiumTest[]>

const dayMs = 24 * 3600_000

/** The slugs of those of `exams` that a plan for a state, or for some exams, covers. */
export const examsOf = (
  exams: readonly Exam[],
  state: string | null,
  categories: readonly { slug: string }[],
): string[] =>
  exams
    .filter((exam) => exam.state === state || categories.some(({ slug }) => slug === exam.slug))
    .map(({ slug }) => slug)

export const coversExam = (plan: Plan, exam: Exam) =>
  plan.exams.includes(exam.slug) || plan.tests.some((test) => test.exam === exam.slug)

/** The plan with the fewest exams that opens a paper; null if none does. */
export const planForPaper = (plans: readonly Plan[], exam: Exam, slug: string): Plan | null =>
  nearestFirst(
    plans.filter(({ exams, tests }) => exams.includes(exam.slug) || isListed(tests, slug)),
  )[0] ?? null

const isListed = (tests: Plan['tests'], slug: string) => tests.some((test) => test.slug === slug)

export const coversState = (plan: Plan, state: string, exams: readonly Exam[]) =>
  exams.some((exam) => exam.state === state && coversExam(plan, exam))

/** Sorted by the number of exams: the plan with the fewest fits a reader of one exam best. */
export const nearestFirst = (plans: readonly Plan[]): Plan[] =>
  plans.toSorted((one, other) => one.exams.length - other.exams.length)

export const priceIn = (plan: Plan, currency: string): Money | null =>
  plan.prices.find((price) => price.currency === currency) ?? null

/** When a plan that is bought at `atMs` ends. ISO. */
export const endIfBought = (plan: Pick<Plan, 'days'>, atMs: number): string =>
  new Date(atMs + plan.days * dayMs).toISOString()

/** Days until an ISO time, rounded up; 0 after it. */
export const daysLeft = (endsAt: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(endsAt) - nowMs) / dayMs))
