import { checkoutRequest, orderRequest } from '../../../domain/contracts/payments.ts'
import type { Locale } from '../../../domain/locale.ts'
import { Refusal } from '../../strapi/errors.ts'
import { invalidFields, parseFields } from '../../strapi/request-body.ts'
import type { PaymentContext } from '../payment-context.ts'
import type { PaymentSettings } from '../settings.ts'
import type { Order } from './attempt.ts'

/** The order in the fields of a checkout's body. `provider`: from the path; undefined if the body
 *  names it. `locale`: used if the body has none. Errors: Refusal 400 with the invalid fields. */
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

/** The refusal of a payment inside the app. `checkout`: the setting, which says whether the app may
 *  open the browser for it. */
export const notInApp = ({ IN_APP_CHECKOUT }: PaymentSettings) =>
  new Refusal(403, 'NotInApp', 'Payments are not made inside the app', {
    checkout: IN_APP_CHECKOUT,
  })
