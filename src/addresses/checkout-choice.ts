import type { ProviderId } from '../../domain/payment.ts'

/** What a payer has chosen on a checkout page. It is part of the address, so that it survives
 *  signing in. `plan` and `provider`: null if not chosen yet. `useCredit`: whether referral credit
 *  is deducted. */
export type CheckoutChoice = {
  plan: string | null
  provider: ProviderId | null
  coupon: string
  useCredit: boolean
  /** The payer's state by its GST code; '' if not chosen. */
  state: string
}

/** The query of a checkout page: '?plan=vao-pack&by={provider}'; '' if nothing was chosen. */
export function choiceQuery({ plan, provider, coupon, useCredit, state }: CheckoutChoice): string {
  const query = new URLSearchParams({
    ...(plan !== null && { plan }),
    ...(provider !== null && { by: provider }),
    ...(coupon !== '' && { coupon }),
    ...(!useCredit && { credit: 'no' }),
    ...(state !== '' && { state }),
  })
  return query.size === 0 ? '' : `?${query}`
}
