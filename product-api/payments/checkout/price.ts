import type { Database } from '../../database.ts'
import { creditOf } from '../ledger/credit.ts'
import { usesOfCoupon } from '../ledger/limits.ts'
import { percentOf } from '../money.ts'
import type { Line, Offer } from '../ledger/transactions.ts'
import { ownedPlan, type OwnedPlan, type UpgradeCredit } from './owned-plan.ts'

/** The smallest total that every provider accepts, in minor units. Discounts do not go below it. */
const minAmountMinor = 100

export type Plan = Offer & { id: number }

export type CouponError =
  'unknown' | 'not-yet' | 'over' | 'used-up' | 'used' | 'other-plan' | 'other-currency'

/** The price of a plan with all discounts. `lines` add up to `totalMinor`; discounts are below
 *  zero. `endsAt`: when the subscription would end. */
export type Quote = {
  plan: Plan
  currency: string
  lines: Line[]
  totalMinor: number
  creditMinor: number
  endsAt: string
  /** What the member has of the plan already. */
  owned: OwnedPlanInQuote | null
  upgrade: UpgradeCredit | null
  coupon: { code: string; ok: true } | { code: string; ok: false; reason: CouponError } | null
}

/** `later`: the renewals of a replaced plan, which begin when the new plan ends; null if there are
 *  none. */
type OwnedPlanInQuote = OwnedPlan & { later: { startsAt: string; endsAt: string } | null }

type QuoteRequest = {
  plan: string
  currency: string
  coupon: string | null
  useCredit: boolean
  /** Null for visitors, who have no credit and no earlier uses of a coupon. */
  userId: number | null
}

/** The price of a plan for a member or visitor now; null for a plan without a price in the
 *  currency. Cost: three to six reads. */
export async function quoteFor(
  db: Database,
  request: QuoteRequest,
  now: Date,
): Promise<Quote | null> {
  const plan = await planBy(db, request.plan, request.currency)
  if (!plan) return null
  const lines: Line[] = [{ kind: 'price', amountMinor: plan.price }]
  let leftMinor = plan.price
  const coupon =
    request.coupon === null ? null : await couponFor(db, request.coupon, request, plan, now)
  if (coupon && coupon.error === null) {
    const offMinor = Math.min(
      coupon.percent === null ? coupon.amountMinor : percentOf(plan.price, coupon.percent),
      Math.max(0, leftMinor - minAmountMinor),
    )
    if (offMinor > 0) lines.push({ kind: 'coupon', label: coupon.code, amountMinor: -offMinor })
    leftMinor -= offMinor
  }
  const { owned, upgrade: unused, laterMs } = await ownedOf(db, request, plan.id, now)
  const upgrade = unused && {
    ...unused,
    amountMinor: Math.min(unused.amountMinor, Math.max(0, leftMinor - minAmountMinor)),
  }
  if (upgrade && upgrade.amountMinor > 0) {
    lines.push({ kind: 'upgrade', amountMinor: -upgrade.amountMinor })
    leftMinor -= upgrade.amountMinor
  }
  const creditMinor = await creditFor(db, request, plan.id, leftMinor, now)
  if (creditMinor > 0) lines.push({ kind: 'credit', amountMinor: -creditMinor })
  const { price: _price, ...offer } = plan
  const endsAt = await endsAtFor(db, plan, request.userId, now)
  const isReplacing = upgrade !== null && upgrade.amountMinor > 0
  return {
    plan: offer,
    currency: request.currency,
    lines,
    totalMinor: leftMinor - creditMinor,
    creditMinor,
    endsAt,
    coupon: coupon && couponView(coupon),
    owned: owned && { ...owned, later: isReplacing ? periodFrom(endsAt, laterMs) : null },
    upgrade: isReplacing ? upgrade : null,
  }
}

const periodFrom = (startsAt: string, lengthMs: number) =>
  lengthMs === 0
    ? null
    : { startsAt, endsAt: new Date(Date.parse(startsAt) + lengthMs).toISOString() }

const ownedOf = (db: Database, request: QuoteRequest, planId: number, now: Date) =>
  request.userId === null
    ? { owned: null, upgrade: null, laterMs: 0 }
    : ownedPlan(db, { ...{ planId, now }, userId: request.userId, currency: request.currency })

async function planBy(db: Database, slug: string, currency: string) {
  const row = await db
    .prepare(
      `SELECT p.id, p.slug, p.days, pp.amount_minor AS price, (
         SELECT json_group_object(t.locale, t.name) FROM subscription_plan_texts t
         WHERE t.plan_id = p.id) AS name
       FROM subscription_plans p
       JOIN plan_prices pp ON pp.plan_id = p.id AND pp.currency = ?2
       WHERE p.slug = ?1 AND p.withdrawn_at IS NULL`,
    )
    .bind(slug, currency)
    .first<{ id: number; slug: string; days: number; price: number; name: string }>()
  return row && { ...row, name: JSON.parse(row.name) as Record<string, string> }
}

type Coupon = {
  code: string
  percent: number | null
  amountMinor: number
  error: CouponError | null
}

/** Leaves out the member's open attempt for the same plan, which the new one replaces. */
const exceptReplaced = `AND NOT (
  u.user_id IS ?2 AND u.plan_id = ?3 AND u.state IN ('created', 'redirected'))`

async function couponFor(
  db: Database,
  code: string,
  { currency, userId }: QuoteRequest,
  plan: Plan,
  now: Date,
): Promise<Coupon> {
  const row = await db
    .prepare(
      `SELECT k.*, (${usesOfCoupon} ${exceptReplaced}) AS uses,
         (${usesOfCoupon} AND u.user_id = ?2 ${exceptReplaced}) AS own_uses
       FROM coupons k WHERE k.code = ?1`,
    )
    .bind(code, userId, plan.id)
    .first<CouponRow>()
  if (!row) return { code, percent: null, amountMinor: 0, error: 'unknown' }
  return {
    code: row.code,
    percent: row.percent,
    amountMinor: row.amount_minor ?? 0,
    error: couponErrorOf(row, plan, currency, now.toISOString()),
  }
}

type CouponRow = {
  code: string
  percent: number | null
  amount_minor: number | null
  currency: string | null
  plan_id: number | null
  starts_at: string | null
  ends_at: string | null
  most_uses: number | null
  most_uses_each: number
  uses: number
  own_uses: number
}

function couponErrorOf(
  row: CouponRow,
  plan: Plan,
  currency: string,
  at: string,
): CouponError | null {
  if (row.starts_at !== null && row.starts_at > at) return 'not-yet'
  if (row.ends_at !== null && row.ends_at <= at) return 'over'
  if (row.plan_id !== null && row.plan_id !== plan.id) return 'other-plan'
  if (row.currency !== null && row.currency !== currency) return 'other-currency'
  if (row.own_uses >= row.most_uses_each) return 'used'
  return row.most_uses !== null && row.uses >= row.most_uses ? 'used-up' : null
}

const couponView = ({ code, error }: Coupon): Quote['coupon'] =>
  error === null ? { code, ok: true } : { code, ok: false, reason: error }

async function creditFor(
  db: Database,
  { useCredit, userId, currency }: QuoteRequest,
  planId: number,
  leftMinor: number,
  now: Date,
): Promise<number> {
  if (!useCredit || userId === null) return 0
  return Math.min(
    await creditOf(db, userId, currency, planId, now),
    Math.max(0, leftMinor - minAmountMinor),
  )
}

/** When a subscription bought now would end: it starts now, or when the active one to the same plan
 *  ends. */
async function endsAtFor(db: Database, plan: Plan, userId: number | null, now: Date) {
  const row = await db
    .prepare(
      `SELECT strftime('%Y-%m-%dT%H:%M:%fZ', max(?1, coalesce(max(ends_at), ?1)),
         '+' || ?2 || ' days') AS end
       FROM user_subscriptions WHERE user_id = ?3 AND plan_id = ?4 AND status = 'active'`,
    )
    .bind(now.toISOString(), plan.days, userId, plan.id)
    .first<{ end: string }>()
  return row?.end ?? now.toISOString()
}
