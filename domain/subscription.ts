import type { Locale } from './locale.ts'
import type { Money } from './money.ts'
import { daysLeft } from './plan.ts'

/** A bought plan with its period. locale: of the plan's name. Times are ISO 8601. */
export type Subscription = {
  id: string
  plan: { slug: string; name: string; locale: Locale | null }
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
