import * as v from 'valibot'
import { providerIds } from '../../domain/payment.ts'

const coupon = v.fallback(
  v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-Z0-9-]{1,40}$/)),
  '',
)

/** What a payer has chosen so far. It is part of the address, so that it survives signing in and
 *  coming back. `plan` null: none yet. `by`: the provider; null: the first. `credit`: whether
 *  referral credit is used. */
export const checkoutChoice = v.object({
  plan: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{1,80}$/))), null),
  by: v.fallback(v.nullable(v.picklist(providerIds)), null),
  coupon,
  credit: v.pipe(
    v.optional(v.string(), ''),
    v.transform((word) => word !== 'no'),
  ),
})
export type CheckoutChoice = v.InferOutput<typeof checkoutChoice>

/** The same as a query: '?plan=vao-pack&by={provider}'; '' where nothing was chosen. */
export function choiceQuery({ plan, by, coupon, credit }: CheckoutChoice): string {
  const query = new URLSearchParams({
    ...(plan !== null && { plan }),
    ...(by !== null && { by }),
    ...(coupon !== '' && { coupon }),
    ...(!credit && { credit: 'no' }),
  })
  return query.size === 0 ? '' : `?${query}`
}
