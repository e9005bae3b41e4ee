import { expect } from 'vitest'
import { selectRows, type Simulation } from './payments-simulation-data.ts'

// What payers have of their plans, computed here from the payments alone.

const [dayMs, toleranceMs] = [86_400_000, 2000]
/** Discounts do not go below it. */
const minTotalMinor = 100

type Period = {
  id: string
  userId: number
  slug: string
  days: number
  startsAt: string
  endsAt: string
  status: string
  createdAt: string
  paidAt: string
  amountMinor: number
  creditMinor: number
  refundedMinor: number
  upgradeFrom: string | null
  upgradeMinor: number
  isValid: number
  /** What the product API has sent back. */
  sentMinor: number
}

/** Expects each payer to have every day that they paid for once: periods of a plan are whole and do
 *  not overlap, except one that a kept upgrade has replaced, which ends there; its unused days are
 *  deducted once, at their price, and that money is not given back too. */
export async function expectPlansFair(simulation: Simulation) {
  const periods = await selectRows<Period>(
    simulation,
    `SELECT t.id, s.user_id AS userId, t.plan ->> 'slug' AS slug, t.plan ->> 'days' AS days,
       s.starts_at AS startsAt, s.ends_at AS endsAt, s.status, t.created_at AS createdAt,
       t.paid_at AS paidAt, t.amount_minor AS amountMinor, t.credit_minor AS creditMinor,
       t.refunded_minor AS refundedMinor, t.upgrade_from AS upgradeFrom,
       t.upgrade_minor AS upgradeMinor,
       t.left_at IS NULL AND t.state IN ('paid', 'partially_refunded') AS isValid,
       (SELECT coalesce(sum(r.amount_minor), 0) FROM refund_requests r
        WHERE r.transaction_id = t.id AND r.status = 'done' AND r.asked_by <> 'provider')
         AS sentMinor
     FROM user_subscriptions s JOIN payment_transactions t ON t.id = s.transaction_id
     WHERE s.user_id IS NOT NULL ORDER BY s.starts_at`,
  )
  for (const period of periods) {
    const upgrades = periods.filter(
      ({ upgradeFrom, isValid }) => upgradeFrom === period.id && isValid === 1,
    )
    expect([period.id, upgrades.length]).toEqual([period.id, Math.min(1, upgrades.length)])
    expectWhole(period, upgrades[0])
    if (upgrades[0]) expectDeducted(period, upgrades[0])
    if (period.status === 'active') expectApart(period, periods)
  }
}

function expectWhole(period: Period, upgrade: Period | undefined) {
  if (period.status !== 'active') return
  const startMs = Date.parse(period.startsAt)
  const replacedMs = upgrade && Date.parse(upgrade.paidAt)
  // One that was replaced, and had to follow a plan that got its time back, has moved with what
  // was used of it.
  const isMoved = replacedMs !== undefined && startMs > replacedMs
  const endMs = isMoved
    ? startMs + Math.max(0, replacedMs - Date.parse(period.paidAt))
    : (replacedMs ?? startMs + period.days * dayMs)
  expect([period.id, isNear(Date.parse(period.endsAt), endMs)]).toEqual([period.id, true])
}

const isNear = (oneMs: number, otherMs: number) => Math.abs(oneMs - otherMs) < toleranceMs

/** Whole days, in minor units rounded down; less where the upgrade costs nothing more, or where a
 *  part of the money was given back. */
function expectDeducted(period: Period, upgrade: Period) {
  const unusedMs = Date.parse(period.startsAt) + period.days * dayMs - Date.parse(upgrade.createdAt)
  const priceOf = (ms: number) => {
    const days = Math.min(period.days, Math.floor(ms / dayMs))
    return Math.floor((period.amountMinor * days) / period.days)
  }
  const maxMinor = priceOf(unusedMs + toleranceMs)
  expect([upgrade.id, upgrade.upgradeMinor <= maxMinor]).toEqual([upgrade.id, true])
  const isWhole =
    period.refundedMinor === 0 && upgrade.amountMinor + upgrade.creditMinor > minTotalMinor
  const minMinor = isWhole ? priceOf(unusedMs - toleranceMs) : 0
  expect([upgrade.id, upgrade.upgradeMinor >= minMinor]).toEqual([upgrade.id, true])
  expect([period.id, period.sentMinor + upgrade.upgradeMinor <= period.amountMinor]).toEqual([
    ...[period.id, true],
  ])
}

/** Periods of one plan follow each other. */
function expectApart(period: Period, periods: readonly Period[]) {
  const startMs = Date.parse(period.startsAt)
  for (const other of periods) {
    if (other.id === period.id || other.userId !== period.userId || other.slug !== period.slug)
      continue
    if (other.status !== 'active' || Date.parse(other.startsAt) < startMs) continue
    // One that was replaced at once has no days.
    if (Date.parse(other.endsAt) - Date.parse(other.startsAt) < toleranceMs) continue
    const isAfter = Date.parse(other.startsAt) > Date.parse(period.endsAt) - toleranceMs
    expect([period.id, other.id, isAfter]).toEqual([period.id, other.id, true])
  }
}
