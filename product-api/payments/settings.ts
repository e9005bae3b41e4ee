import * as v from 'valibot'
import { amountOf } from './money.ts'
import { oneOf, textOr, wholeNumber, words } from './setting-schemas.ts'

/** The settings that all providers share. Those of one provider stand in its own folder. The
 *  README says what each means. */
export const sharedSettingEntries = {
  IN_APP_CHECKOUT: oneOf('handoff', 'allow', 'refuse'),
  PAYMENT_SECRETS: v.pipe(
    words(),
    v.check(
      (all) => all.every(({ length }) => length >= 32),
      'has a secret of fewer than 32 characters',
    ),
  ),
  REFUND_DAYS: wholeNumber(7, 0, 365),
  REFERRAL_CREDIT: v.pipe(
    words('INR:5000 USD:75'),
    v.check((all) => all.every((one) => /^[A-Z]{3}:\d{1,9}$/.test(one)), 'is not such as INR:5000'),
    v.transform((all) => new Map(all.map((one) => [one.slice(0, 3), amountOf(one.slice(4)) ?? 0]))),
  ),
  SITE_ORIGINS: words(),
  PROVIDER_DEADLINE_MS: wholeNumber(8000, 10, 30_000),
  RETURN_BUDGET_MS: wholeNumber(4500, 10, 30_000),
  BRAND_NAME: textOr('Abhyasa'),
}

export type SharedSettingName = keyof typeof sharedSettingEntries
export type PaymentSettings = v.InferOutput<v.ObjectSchema<typeof sharedSettingEntries, undefined>>
