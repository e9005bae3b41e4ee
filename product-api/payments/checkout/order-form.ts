import { checkoutRequest, orderRequest } from '../../../domain/contracts/payments.ts'
import type { Locale } from '../../../domain/locale.ts'
import { Refusal } from '../../strapi/errors.ts'
import { invalidFields, parseFields } from '../../strapi/request-body.ts'
import type { PaymentContext } from '../payment-context.ts'
import type { PaymentSettings } from '../settings.ts'
import type { Order } from './attempt.ts'

/** The order in the fields of a checkout's body. `provider`: where the path names it; else the body
 *  does. `locale`: where the body has none. Errors: Refusal 400 with every fault. */
export function orderFrom(
  fields: Record<string, unknown>,
  { providers }: PaymentContext,
  {
    userId,
    locale: clientLocale,
    provider,
  }: { userId: number; locale: Locale; provider: string | undefined },
): { order: Order; inApp: boolean } {
  const {
    inApp,
    locale = clientLocale,
    ...given
  } = provider === undefined
    ? parseFields(fields, orderRequest)
    : { ...parseFields(fields, checkoutRequest), provider }
  const ids = providers.map(({ facts }) => facts.id)
  if (!ids.includes(given.provider))
    throw invalidFields({
      path: ['provider'],
      message: `provider must be one of ${ids.join(', ')}`,
    })
  return { order: { ...given, userId, locale }, inApp }
}

/** Nothing is paid inside the app; `checkout` says whether the payment can go on outside it. */
export const notInApp = ({ IN_APP_CHECKOUT }: PaymentSettings) =>
  new Refusal(403, 'NotInApp', 'Payments are not made inside the app', {
    checkout: IN_APP_CHECKOUT,
  })
