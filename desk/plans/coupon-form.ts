import { isDay, momentInIndia } from '../../domain/india-time.ts'
import type { FormFields } from '../../http/request-body.ts'
import { minorOfText } from '../ui/typed-amount.ts'
import type { CouponDraft } from './catalogue-change.ts'

/** The fields of a new coupon, as they are typed. */
export const couponFields = [
  ...(['code', 'percent', 'amount', 'currency', 'plan', 'from', 'until', 'uses'] as const),
  'usesEach',
] as const
export type TypedCoupon = Record<(typeof couponFields)[number], string>

export type CouponField = 'code' | 'percent' | 'amount' | 'from' | 'until' | 'uses' | 'usesEach'

export const typedCoupon = (form: FormFields): TypedCoupon =>
  Object.fromEntries(
    couponFields.map((field) => [field, (form[field] ?? '').trim().slice(0, 80)]),
  ) as TypedCoupon

/** The coupon that was typed, or the field that cannot be read. Days are whole days in India: the
 *  last one is the last day on which it applies. */
export function couponOf(typed: TypedCoupon): CouponDraft | { invalid: CouponField } {
  const code = typed.code.toUpperCase()
  if (!/^[A-Z0-9]{3,40}$/.test(code)) return { invalid: 'code' }
  const hasPercent = typed.percent !== ''
  if (hasPercent === (typed.amount !== '')) return { invalid: 'percent' }
  const percent = wholeIn(typed.percent, 1, 90)
  if (hasPercent && percent === null) return { invalid: 'percent' }
  const amountMinor = hasPercent ? null : minorOfText(typed.amount, typed.currency)
  if (!hasPercent && (amountMinor === null || amountMinor < 1)) return { invalid: 'amount' }
  if (typed.from !== '' && !isDay(typed.from)) return { invalid: 'from' }
  if (typed.until !== '' && !isDay(typed.until)) return { invalid: 'until' }
  if (typed.from !== '' && typed.until !== '' && typed.until < typed.from)
    return { invalid: 'until' }
  const uses = wholeIn(typed.uses, 1, 10_000_000)
  if (typed.uses !== '' && uses === null) return { invalid: 'uses' }
  const usesEach = wholeIn(typed.usesEach === '' ? '1' : typed.usesEach, 1, 1000)
  if (usesEach === null) return { invalid: 'usesEach' }
  return {
    code,
    ...(percent !== null && { percent }),
    ...(amountMinor !== null && { amountMinor, currency: typed.currency }),
    ...(typed.plan !== '' && { plan: typed.plan }),
    ...(typed.from !== '' && { from: momentInIndia(typed.from, '00:00').toISOString() }),
    ...(typed.until !== '' && {
      until: new Date(momentInIndia(typed.until, '00:00').getTime() + 86_400_000).toISOString(),
    }),
    ...(uses !== null && { uses }),
    usesEach,
  }
}

function wholeIn(typed: string, min: number, max: number): number | null {
  const value = /^\d{1,8}$/.test(typed) ? Number(typed) : -1
  return value >= min && value <= max ? value : null
}
