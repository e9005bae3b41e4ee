import * as v from 'valibot'
import type { PaymentSettings } from '../../settings.ts'
import {
  urlSetting,
  agesSetting,
  currencySetting,
  choiceSetting,
  textSetting,
  textSettingOr,
  integerSetting,
  wordsSetting,
} from '../../setting-schemas.ts'
import type { ProviderContext } from '../provider.ts'
import { digicertRoots } from './trusted-roots.ts'

export const paypalSettingEntries = {
  PAYPAL_API_URL: urlSetting('https://api-m.paypal.com'),
  PAYPAL_CLIENT_ID: textSetting,
  PAYPAL_CLIENT_SECRET: textSetting,
  PAYPAL_WEBHOOK_ID: textSetting,
  PAYPAL_CURRENCY: v.pipe(
    currencySetting('USD'),
    v.check((value) => value !== 'INR', 'cannot be INR, which PayPal does not support'),
  ),
  PAYPAL_CERT_HOSTS: wordsSetting(
    'api.paypal.com api-m.paypal.com api.sandbox.paypal.com api-m.sandbox.paypal.com',
  ),
  PAYPAL_CERT_NAMES: wordsSetting(
    'messageverificationcerts.paypal.com messageverificationcerts.sandbox.paypal.com',
  ),
  PAYPAL_CERT_ROOTS: textSettingOr(digicertRoots),
  PAYPAL_WEBHOOK_VERIFICATION: choiceSetting('online', 'offline'),
  PAYPAL_APPROVAL_HOURS: integerSetting(3, 1, 72),
  PAYPAL_CHECK_SECONDS: agesSetting('120 600 1800 3600 10800 21600'),
  PAYPAL_MERCHANT_ID: textSetting,
}

export type PayPalSettings = PaymentSettings &
  v.InferOutput<v.ObjectSchema<typeof paypalSettingEntries, undefined>>

/** The settings, database and clock, for calls to PayPal. */
export type PayPalContext = ProviderContext & { settings: PayPalSettings }

const required = [
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'PAYMENT_SECRETS',
] as const

export const missingPayPalSettings = (settings: PayPalSettings): string[] =>
  required.filter((name) => settings[name].length === 0)
