import type * as v from 'valibot'
import type { PaymentSettings } from '../../settings.ts'
import { address, agesInSeconds, oneOf, text, textOr, wholeNumber } from '../../setting-schemas.ts'
import type { ProviderContext } from '../provider.ts'

export const phonepeSettingEntries = {
  PHONEPE_API_URL: address('https://api.phonepe.com/apis/pg'),
  PHONEPE_TOKEN_URL: address('https://api.phonepe.com/apis/identity-manager'),
  PHONEPE_CLIENT_ID: text,
  PHONEPE_CLIENT_SECRET: text,
  PHONEPE_CLIENT_VERSION: textOr('1'),
  PHONEPE_WEBHOOK_USERNAME: text,
  PHONEPE_WEBHOOK_PASSWORD: text,
  PHONEPE_WEBHOOK_AUTH: oneOf('sha', 'hmac'),
  PHONEPE_WEBHOOK_HMAC_HEADER: text,
  PHONEPE_WEBHOOK_HMAC_SECRET: text,
  PHONEPE_EXPIRE_SECONDS: wholeNumber(1200, 300, 3600),
  PHONEPE_RETURN_METHOD: oneOf('both', 'get', 'post'),
  PHONEPE_CHECK_SECONDS: agesInSeconds(''),
}

export type PhonePeSettings = PaymentSettings &
  v.InferOutput<v.ObjectSchema<typeof phonepeSettingEntries, undefined>>

/** What a call to PhonePe needs of its surroundings. */
export type PhonePeContext = ProviderContext & { settings: PhonePeSettings }

const required = ['PHONEPE_CLIENT_ID', 'PHONEPE_CLIENT_SECRET', 'PAYMENT_SECRETS'] as const
const requiredByAuth = {
  sha: ['PHONEPE_WEBHOOK_USERNAME', 'PHONEPE_WEBHOOK_PASSWORD'],
  hmac: ['PHONEPE_WEBHOOK_HMAC_HEADER', 'PHONEPE_WEBHOOK_HMAC_SECRET'],
} as const

export const missingPhonePeSettings = (settings: PhonePeSettings): string[] =>
  [...required, ...requiredByAuth[settings.PHONEPE_WEBHOOK_AUTH]].filter(
    (name) => settings[name].length === 0,
  )
