import { exactMoneyText } from '../../domain/money.ts'
import type { Locale } from '../../domain/locale.ts'
import type { CatalogueDraft } from '../../authoring/loading/catalogue-rows.ts'
import type { DeskMessages } from '../messages.ts'
import { exactDayText } from '../ui/dates.ts'
import type { CatalogueChange, CouponDraft } from './catalogue-change.ts'

/** A change in words: 'Village pack: ₹299.00 → ₹249.00'. */
export function changeText(
  { kind, subject, detail }: CatalogueChange,
  { plans }: Pick<CatalogueDraft, 'plans'>,
  text: DeskMessages,
  locale: Locale,
): string {
  const plan = plans.find(({ slug }) => slug === subject)
  const name = plan?.name[locale] ?? subject
  switch (kind) {
    case 'price': {
      const before = plan?.prices.find(({ currency }) => currency === detail.currency)
      return `${name}: ${before ? `${exactMoneyText(before)} → ` : ''}${exactMoneyText(detail)}`
    }
    case 'off-sale':
      return `${name}: ${text('take_off_sale')}`
    case 'on-sale':
      return `${name}: ${text('put_on_sale')}`
    case 'coupon':
      return `${text('new_coupon')}: ${subject} · ${couponText(detail, { plans }, text, locale)}`
    case 'coupon-withdrawn':
      return `${subject}: ${text('withdraw_coupon')}`
  }
}

/** What a coupon gives, and its limits: '10% · until 31 December 2026 · uses: 100'. */
export function couponText(
  coupon: CouponDraft | CatalogueDraft['coupons'][number],
  { plans }: Pick<CatalogueDraft, 'plans'>,
  text: DeskMessages,
  locale: Locale,
): string {
  const { percent, amountMinor, currency, plan, from, until, uses, usesEach } = coupon
  const off =
    percent === undefined
      ? exactMoneyText({ amountMinor: amountMinor ?? 0, currency: currency ?? 'INR' })
      : `${percent}%`
  const parts = [
    text('coupon_off', { off }),
    plan !== undefined && (plans.find(({ slug }) => slug === plan)?.name[locale] ?? plan),
    from !== undefined && text('coupon_from', { at: exactDayText(from, locale) }),
    until !== undefined && text('coupon_until', { at: exactDayText(lastMoment(until), locale) }),
    uses !== undefined && text('coupon_uses', { count: uses }),
    text('coupon_uses_each', { count: usesEach ?? 1 }),
  ]
  return parts.filter((part) => part !== false).join(' · ')
}

/** A coupon ends before its `until`, which is mostly the beginning of a day. */
const lastMoment = (until: string) => new Date(Date.parse(until) - 1).toISOString()
