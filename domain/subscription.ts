import type { Exam } from './exams.ts'
import type { Locale } from './locale.ts'
import type { Money } from './money.ts'
import { daysLeft, type Plan } from './plan.ts'

/** A bought or given plan with its period. locale: of the plan's name; exams, tests, tags: what it
 *  opens, by slug. Times are ISO 8601. */
export type Subscription = {
  id: string
  plan: {
    slug: string
    name: string
    locale: Locale | null
    exams: readonly string[]
    tests: readonly string[]
    tags: readonly string[]
  }
  startsAt: string
  endsAt: string
  status: 'active' | 'cancelled' | 'refunded'
  /** No payment belongs to it. */
  isGiven: boolean
}

/** A member's referral code, and the remaining credit in each currency. */
export type Referral = {
  code: string
  credits: readonly Money[]
  /** Earned, but not to be spent before the refund period of a payment is over. */
  pendingCredits: readonly Money[]
}

export const isRunning = ({ status, startsAt, endsAt }: Subscription, nowMs: number) =>
  status === 'active' && Date.parse(startsAt) <= nowMs && nowMs < Date.parse(endsAt)

/** The running subscription that opens a paper, the one that ends last; null if none does, as far
 *  as its exams and single tests tell: a plan for a topic may open it, too. */
export const subscriptionTo = (
  all: readonly Subscription[],
  exam: Exam,
  paper: string,
  nowMs: number,
): Subscription | null =>
  all
    .filter((one) => isRunning(one, nowMs))
    .filter(({ plan }) => plan.exams.includes(exam.slug) || plan.tests.includes(paper))
    .sort((one, other) => (one.endsAt < other.endsAt ? 1 : -1))[0] ?? null

const noticeDays = 7

/** Whether somebody who has something until then is offered it again: it ends within a week. */
export const isEndingSoon = (endsAt: string, nowMs: number): boolean =>
  daysLeft(endsAt, nowMs) <= noticeDays

/** The running subscriptions that end within a week, without those of which another one, of the
 *  same plan or of a larger one, opens everything for longer. */
export const endingSoon = (all: readonly Subscription[], nowMs: number): Subscription[] =>
  all.filter(
    (one) =>
      isRunning(one, nowMs) &&
      isEndingSoon(one.endsAt, nowMs) &&
      !all.some(
        (other) =>
          other.status === 'active' && other.endsAt > one.endsAt && hasAllOf(other.plan, one.plan),
      ),
  )

const hasAllOf = (one: Subscription['plan'], other: Subscription['plan']) =>
  one.slug === other.slug ||
  (other.exams.length + other.tests.length + other.tags.length > 0 &&
    other.exams.every((exam) => one.exams.includes(exam)) &&
    other.tests.every((test) => one.tests.includes(test)) &&
    other.tags.every((tag) => one.tags.includes(tag)))

/** What a member has of a plan on sale: the plan itself, or all of it by other plans (`by`).
 *  endsAt: of the part that ends first. */
export type OwnedPlan = { endsAt: string; by: readonly Subscription['plan'][] | null }

/** What a member has of each plan now, by the plans' slugs; none of a plan that opens anything
 *  more. Periods of one plan that follow each other count as one. */
export function ownedPlansOf(
  plans: readonly Plan[],
  all: readonly Subscription[],
  nowMs: number,
): Map<string, OwnedPlan> {
  const active = all.filter(({ status }) => status === 'active')
  const running = active
    .filter((one) => isRunning(one, nowMs))
    .map(({ plan }) => {
      const ends = active.filter((one) => one.plan.slug === plan.slug).map(({ endsAt }) => endsAt)
      return { plan, endsAt: ends.sort().at(-1) ?? '' }
    })
    .sort((one, other) => (one.endsAt < other.endsAt ? 1 : -1))
  const owned = new Map<string, OwnedPlan>()
  for (const plan of plans) {
    const same = running.find((one) => one.plan.slug === plan.slug)
    const parts = partsOf(plan).map((opens) => running.find((one) => opens(one.plan)))
    const found = parts.filter((part) => part !== undefined)
    const [first] = found.toSorted((one, other) => (one.endsAt < other.endsAt ? -1 : 1))
    if (same) owned.set(plan.slug, { endsAt: same.endsAt, by: null })
    else if (first && found.length === parts.length)
      owned.set(plan.slug, {
        endsAt: first.endsAt,
        by: [...new Set(found.map((part) => part.plan))],
      })
  }
  return owned
}

/** What a plan opens, each as the question whether another plan opens it, too. */
const partsOf = ({ exams, tests, tags }: Plan): ((plan: Subscription['plan']) => boolean)[] => [
  ...exams.map((slug) => (plan: Subscription['plan']) => plan.exams.includes(slug)),
  ...tests.map(
    ({ slug, exam }) =>
      (plan: Subscription['plan']) =>
        plan.tests.includes(slug) || plan.exams.some((one) => one === exam),
  ),
  ...tags.map(
    ({ slug }) =>
      (plan: Subscription['plan']) =>
        plan.tags.includes(slug),
  ),
]
