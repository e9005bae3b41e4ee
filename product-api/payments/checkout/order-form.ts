import type { Context } from 'hono'
import * as v from 'valibot'
import type { Api } from '../../env.ts'
import { callerOf } from '../../identity/caller.ts'
import { readBody } from '../../identity/request-body.ts'
import { Refusal } from '../../strapi/errors.ts'
import type { Order } from './checkout.ts'
import type { PaymentSettings, ProviderName } from '../settings.ts'

/** A form's tick, or JSON's. */
const tick = v.optional(
  v.pipe(
    v.union([v.boolean(), v.picklist(['true', 'false', 'on', '1', '0', ''])]),
    v.transform((given) => given === true || given === 'true' || given === 'on' || given === '1'),
  ),
  false,
)

/** What a quote and a checkout both want to know. */
export const orderFields = {
  plan: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,100}$/, 'plan must be the slug of a plan')),
  coupon: v.pipe(
    v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(40))), null),
    v.transform((code) => (code === '' ? null : code)),
  ),
  useCredit: tick,
}

const checkoutFields = {
  ...orderFields,
  checkoutKey: v.pipe(v.string(), v.uuid('checkoutKey must be a UUID')),
  locale: v.optional(v.picklist(['kn', 'en', 'te'])),
  inApp: tick,
  again: tick,
  returnTo: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.maxLength(300),
        v.regex(/^\/(?![/\\])[\x21-\x7e]*$/, 'returnTo must be a path'),
      ),
    ),
    null,
  ),
}

const named = { ...checkoutFields, provider: v.picklist(['paypal', 'phonepe']) }

/** Reads the body of a checkout. `provider`: where the address names it. Errors: Refusal 400 with every fault. */
export async function orderOf(
  c: Context<Api>,
  userId: number,
  provider?: ProviderName,
): Promise<{ order: Order; inApp: boolean }> {
  const {
    inApp,
    locale = callerOf(c).locale,
    ...given
  } = provider === undefined
    ? await readBody(c, named, { inData: true })
    : { ...(await readBody(c, checkoutFields, { inData: true })), provider }
  return { order: { ...given, userId, locale }, inApp }
}

/** In the app nothing is paid: the setting says whether there is a way out of it. */
export const mustLeaveApp = ({ IN_APP_CHECKOUT }: PaymentSettings) =>
  new Refusal(403, 'NotInApp', 'Payments are not made inside the app', {
    checkout: IN_APP_CHECKOUT,
  })
