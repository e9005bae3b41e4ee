import type { Exam, ExamSlug } from './exams.ts'
import type { Locale } from './locale.ts'
import type { Money } from './money.ts'
import { daysLeft } from './plan.ts'

/** A bought plan with its period. locale: of the plan's name; exams, tests: what it opens, by slug.
 *  Times are ISO 8601. */
export type Subscription = {
  id: string
  plan: {
    slug: string
    name: string
    locale: Locale | null
    exams: readonly ExamSlug[]
    tests: readonly string[]
  }
  startsAt: string
  endsAt: string
  status: 'active' | 'cancelled' | 'refunded'
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

/** The running subscriptions that end within a week and that no other of the same plan follows. */
export const endingSoon = (all: readonly Subscription[], nowMs: number): Subscription[] =>
  all.filter(
    (one) =>
      isRunning(one, nowMs) &&
      daysLeft(one.endsAt, nowMs) <= noticeDays &&
      !all.some(
        (other) =>
          other.status === 'active' &&
          other.plan.slug === one.plan.slug &&
          other.endsAt > one.endsAt,
      ),
  )
