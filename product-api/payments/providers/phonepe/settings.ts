import * as v from 'valibot'
import type { PaymentSettings } from '../../settings.ts'
import {
  urlSetting,
  agesSetting,
  choiceSetting,
  textSetting,
  textSettingOr,
  integerSetting,
} from '../../setting-schemas.ts'
import type { ProviderContext } from '../provider.ts'

export const phonepeSettingEntries = {
  PHONEPE_API_URL: urlSetting('https://api.phonepe.com/apis/pg'),
  PHONEPE_TOKEN_URL: urlSetting('https://api.phonepe.com/apis/identity-manager'),
  PHONEPE_CLIENT_ID: textSetting,
  PHONEPE_CLIENT_SECRET: textSetting,
  PHONEPE_CLIENT_VERSION: textSettingOr('1'),
  PHONEPE_WEBHOOK_USERNAME: textSetting,
  PHONEPE_WEBHOOK_PASSWORD: textSetting,
  PHONEPE_WEBHOOK_AUTH: choiceSetting('sha', 'hmac'),
  PHONEPE_WEBHOOK_HMAC_HEADER: textSetting,
  PHONEPE_WEBHOOK_HMAC_SECRET: textSetting,
  PHONEPE_EXPIRE_SECONDS: integerSetting(1200, 300, 3600),
  PHONEPE_RETURN_METHOD: choiceSetting('both', 'get', 'post'),
  PHONEPE_CHECK_SECONDS: agesSetting(''),
  PHONEPE_SETTLEMENT_URL: v.pipe(
    textSetting,
    v.check(
      (value) => value === '' || (value.includes('{day}') && URL.canParse(value)),
      'is not a URL with {day}',
    ),
  ),
  PHONEPE_SETTLEMENT_TOKEN: textSetting,
}

export type PhonePeSettings = PaymentSettings &
  v.InferOutput<v.ObjectSchema<typeof phonepeSettingEntries, undefined>>

/** The settings, database and clock, for calls to PhonePe. */
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
