import * as v from 'valibot'
import type { Keys } from '../http/sealed-text.ts'
import { minorOf } from '../product-api/payments/money.ts'

/** Settings of desk/wrangler.toml, before validation. */
export type SettingBindings = {
  /** Secrets that seal cookies and the operators' TOTP secrets, newest first, separated by
   *  commas. */
  DESK_KEYS?: string
  /** 'example.cloudflareaccess.com'; empty: Cloudflare Access does not protect the desk. */
  ACCESS_TEAM_DOMAIN?: string
  /** The Application Audience tag of the Access application. */
  ACCESS_AUDIENCE?: string
  /** Up to which sum one person refunds alone, by currency: 'INR 300, USD 5'. */
  REFUND_ALONE_UP_TO?: string
}

const minKeyLength = 32
const text = v.optional(v.pipe(v.string(), v.trim()), '')

const settings = v.object({
  DESK_KEYS: v.pipe(
    text,
    v.transform((value) => value.split(/[\s,]+/).filter((key) => key !== '')),
    v.check((keys) => keys.length > 0, 'is not set'),
    v.check(
      (keys) => keys.every(({ length }) => length >= minKeyLength),
      `has a key of fewer than ${minKeyLength} characters`,
    ),
  ),
  ACCESS_TEAM_DOMAIN: v.pipe(
    text,
    v.regex(/^([\w-]+\.cloudflareaccess\.com)?$/, 'is no name such as team.cloudflareaccess.com'),
  ),
  ACCESS_AUDIENCE: text,
  REFUND_ALONE_UP_TO: v.pipe(
    text,
    v.regex(
      /^([A-Z]{3} \d{1,7}(\s*,\s*[A-Z]{3} \d{1,7})*)?$/,
      'is no list of sums such as INR 300, USD 5',
    ),
  ),
})

export type DeskSettings = {
  keys: Keys
  /** Where Cloudflare Access protects the desk; null elsewhere. */
  access: { issuer: string; audience: string } | null
  /** The largest refund that needs no second person, in minor units by currency. */
  refundAloneMinor: Readonly<Record<string, number>>
}

/** Parses the settings. Errors: throws a sentence that names every invalid setting. */
export function deskSettings(env: SettingBindings): DeskSettings {
  const parsed = v.safeParse(settings, env)
  if (!parsed.success) {
    const errors = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`)
    throw new Error(`Settings of the desk: ${errors.join('; ')}`)
  }
  const { DESK_KEYS, ACCESS_TEAM_DOMAIN: domain, ACCESS_AUDIENCE: audience } = parsed.output
  if ((domain === '') !== (audience === ''))
    throw new Error(
      'Settings of the desk: ACCESS_TEAM_DOMAIN and ACCESS_AUDIENCE are set together or not at all',
    )
  return {
    keys: DESK_KEYS as unknown as Keys,
    refundAloneMinor: Object.fromEntries(
      parsed.output.REFUND_ALONE_UP_TO.split(',')
        .map((sum) => sum.trim().split(' '))
        .map(([currency = '', value = '']) => [
          currency,
          minorOf({ currency_code: currency, value }) ?? 0,
        ]),
    ),
    access: domain === '' ? null : { issuer: `https://${domain}`, audience },
  }
}
