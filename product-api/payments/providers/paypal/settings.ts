import * as v from 'valibot'
import type { PaymentSettings } from '../../settings.ts'
import {
  address,
  agesInSeconds,
  currency,
  oneOf,
  text,
  wholeNumber,
  words,
} from '../../setting-schemas.ts'
import type { ProviderContext } from '../provider.ts'

export const paypalSettingEntries = {
  PAYPAL_API_URL: address('https://api-m.paypal.com'),
  PAYPAL_CLIENT_ID: text,
  PAYPAL_CLIENT_SECRET: text,
  PAYPAL_WEBHOOK_ID: text,
  PAYPAL_CURRENCY: v.pipe(
    currency('USD'),
    v.check((value) => value !== 'INR', 'cannot be INR: PayPal takes none'),
  ),
  PAYPAL_CERT_HOSTS: words(
    'api.paypal.com api-m.paypal.com api.sandbox.paypal.com api-m.sandbox.paypal.com',
  ),
  PAYPAL_WEBHOOK_VERIFICATION: oneOf('online', 'offline'),
  PAYPAL_APPROVAL_HOURS: wholeNumber(3, 1, 72),
  PAYPAL_CHECK_SECONDS: agesInSeconds('120 600 1800 3600 10800 21600'),
  PAYPAL_MERCHANT_ID: text,
}

export type PayPalSettings = PaymentSettings &
  v.InferOutput<v.ObjectSchema<typeof paypalSettingEntries, undefined>>

/** What a call to PayPal needs of its surroundings. */
export type PayPalContext = ProviderContext & { settings: PayPalSettings }

const required = [
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'PAYMENT_SECRETS',
] as const

export const missingPayPalSettings = (settings: PayPalSettings): string[] =>
  required.filter((name) => settings[name].length === 0)
