import * as v from 'valibot'
import { amountOf } from './money.ts'
import { choiceSetting, textSettingOr, integerSetting, wordsSetting } from './setting-schemas.ts'
import { taxSettingEntries } from './tax/tax-settings.ts'

/** The settings of all providers together. Those of one provider are in its own folder. README.md
 *  describes each. */
export const sharedSettingEntries = {
  IN_APP_CHECKOUT: choiceSetting('handoff', 'allow', 'refuse'),
  PAYMENT_SECRETS: v.pipe(
    wordsSetting(),
    v.check(
      (all) => all.every(({ length }) => length >= 32),
      'has a secret of fewer than 32 characters',
    ),
  ),
  REFUND_DAYS: integerSetting(7, 0, 365),
  REFERRAL_CREDIT: v.pipe(
    wordsSetting('INR:5000 USD:75'),
    v.check(
      (all) => all.every((one) => /^[A-Z]{3}:\d{1,9}$/.test(one)),
      'is not a list such as INR:5000',
    ),
    v.transform((all) => new Map(all.map((one) => [one.slice(0, 3), amountOf(one.slice(4)) ?? 0]))),
  ),
  SITE_ORIGINS: wordsSetting(),
  PROVIDER_DEADLINE_MS: integerSetting(8000, 10, 30_000),
  RETURN_BUDGET_MS: integerSetting(4500, 10, 30_000),
  BRAND_NAME: textSettingOr('Abhyasa'),
  ...taxSettingEntries,
}

export type SharedSettingName = keyof typeof sharedSettingEntries
export type PaymentSettings = v.InferOutput<v.ObjectSchema<typeof sharedSettingEntries, undefined>>
