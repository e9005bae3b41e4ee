import * as v from 'valibot'
import { digest } from '../identity/digests.ts'
import { amountOf, exponentOf } from './checkout/money.ts'

export type ProviderName = 'paypal' | 'phonepe'
export const providerNames: readonly ProviderName[] = ['paypal', 'phonepe']

const text = v.optional(v.pipe(v.string(), v.trim()), '')
const textOr = (otherwise: string) =>
  v.pipe(
    text,
    v.transform((value) => value || otherwise),
  )
const words = (otherwise = '') =>
  v.pipe(
    textOr(otherwise),
    v.transform((value) => value.split(/[\s,]+/).filter((word) => word !== '')),
  )
const address = (otherwise: string) =>
  v.pipe(
    textOr(otherwise),
    v.check((value) => URL.canParse(value), 'is no address such as https://example.org'),
    v.transform((value) => value.replace(/\/+$/, '')),
  )
const whole = (otherwise: number, least: number, most: number) =>
  v.pipe(
    textOr(String(otherwise)),
    v.check((value) => /^\d{1,9}$/.test(value), 'is no whole number'),
    v.transform(Number),
    v.check((value) => value >= least && value <= most, `is not from ${least} to ${most}`),
  )
const oneOf = <const Choice extends string>(first: Choice, ...others: Choice[]) =>
  v.pipe(
    textOr(first),
    v.picklist([first, ...others], `is none of ${[first, ...others].join(', ')}`),
  )
/** Ages at which an order is looked at, in seconds. */
const ages = (otherwise: string) =>
  v.pipe(
    words(otherwise),
    v.check((all) => all.every((one) => /^\d{1,7}$/.test(one)), 'has what is no number of seconds'),
    v.transform((all) => all.map(Number).sort((one, other) => one - other)),
  )
const currency = (otherwise: string) =>
  v.pipe(
    textOr(otherwise),
    v.check(
      (value) => exponentOf(value) !== undefined,
      'is no currency that we know the decimals of',
    ),
  )

const settings = v.object({
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
  PAYPAL_APPROVAL_HOURS: whole(3, 1, 72),
  PAYPAL_CHECK_SECONDS: ages('120 600 1800 3600 10800 21600'),
  PAYPAL_MERCHANT_ID: text,
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
  PHONEPE_EXPIRE_SECONDS: whole(1200, 300, 3600),
  PHONEPE_RETURN_METHOD: oneOf('both', 'get', 'post'),
  PHONEPE_CHECK_SECONDS: ages(''),
  IN_APP_CHECKOUT: oneOf('handoff', 'allow', 'refuse'),
  PAYMENT_SECRETS: v.pipe(
    words(),
    v.check(
      (all) => all.every(({ length }) => length >= 32),
      'has a secret of fewer than 32 characters',
    ),
  ),
  REFUND_DAYS: whole(7, 0, 365),
  REFERRAL_CREDIT: v.pipe(
    words('INR:5000 USD:75'),
    v.check((all) => all.every((one) => /^[A-Z]{3}:\d{1,9}$/.test(one)), 'is not such as INR:5000'),
    v.transform((all) => new Map(all.map((one) => [one.slice(0, 3), amountOf(one.slice(4)) ?? 0]))),
  ),
  SITE_ORIGINS: words(),
  PROVIDER_DEADLINE_MS: whole(8000, 10, 30_000),
  RETURN_BUDGET_MS: whole(4500, 10, 30_000),
  BRAND_NAME: textOr('Abhyasa'),
})

/** What the worker is given for payments (wrangler.toml, secrets), before anybody has looked at it. The README says what each is. */
export type PaymentBindings = Partial<Record<keyof v.InferInput<typeof settings>, string>>
export type PaymentSettings = v.InferOutput<typeof settings>

export const paymentSettingNames = Object.keys(settings.entries) as (keyof PaymentBindings)[]
let last: { given: unknown[]; settings: PaymentSettings } | undefined

/** Reads the settings of payments, once while they stay as they are. Errors: throws a sentence that names every setting that is wrong. */
export function paymentSettings(env: PaymentBindings): PaymentSettings {
  const given = paymentSettingNames.map((name) => env[name])
  if (last?.given.every((value, index) => value === given[index])) return last.settings
  const parsed = v.safeParse(settings, env)
  if (!parsed.success) {
    const faults = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`)
    throw new Error(`Settings: ${faults.join('; ')}`)
  }
  last = { given, settings: parsed.output }
  sayWhatIsHidden(parsed.output)
  return parsed.output
}

const needed = {
  paypal: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID', 'PAYMENT_SECRETS'],
  phonepe: ['PHONEPE_CLIENT_ID', 'PHONEPE_CLIENT_SECRET', 'PAYMENT_SECRETS'],
} as const

const webhookAuth = {
  sha: ['PHONEPE_WEBHOOK_USERNAME', 'PHONEPE_WEBHOOK_PASSWORD'],
  hmac: ['PHONEPE_WEBHOOK_HMAC_HEADER', 'PHONEPE_WEBHOOK_HMAC_SECRET'],
} as const

/** The settings without which a provider cannot be offered; none where it can. */
export function missingFor(provider: ProviderName, given: PaymentSettings): string[] {
  const wanted =
    provider === 'paypal'
      ? needed.paypal
      : [...needed.phonepe, ...webhookAuth[given.PHONEPE_WEBHOOK_AUTH]]
  return wanted.filter((name) => given[name].length === 0)
}

/** Once for each start: which providers payers will not see, and why. */
function sayWhatIsHidden(read: PaymentSettings) {
  for (const provider of providerNames) {
    const missing = missingFor(provider, read)
    if (missing.length > 0)
      console.warn(JSON.stringify({ at: 'settings', hidden: provider, missing }))
  }
}

/** The currency that a provider takes. */
export const currencyOf = (provider: ProviderName, { PAYPAL_CURRENCY }: PaymentSettings) =>
  provider === 'phonepe' ? 'INR' : PAYPAL_CURRENCY

/** Names an account at a provider without telling its secret. */
export const accountKey = async (provider: ProviderName, given: PaymentSettings) => {
  const account =
    provider === 'paypal'
      ? [given.PAYPAL_API_URL, given.PAYPAL_CLIENT_ID, given.PAYPAL_CLIENT_SECRET]
      : [given.PHONEPE_TOKEN_URL, given.PHONEPE_CLIENT_ID, given.PHONEPE_CLIENT_SECRET]
  return `${provider} ${(await digest(account.join('\n'))).slice(0, 16)}`
}
