import * as v from 'valibot'
import { Refusal } from '../strapi/errors.ts'

/** The Worker's bindings for identity (wrangler.toml, secrets), before validation. A gateway's URL
 *  may be https or, on a developer's machine, http. */
export type IdentityBindings = {
  /** Secret. What tokens are signed with: newest first, separated by commas, 32 characters or more
   *  each. */
  JWT_SECRETS?: string
  SMS_GATEWAY_URL?: string
  /** Secret. */
  SMS_GATEWAY_TOKEN?: string
  MAIL_GATEWAY_URL?: string
  /** Secret. */
  MAIL_GATEWAY_TOKEN?: string
  GOOGLE_CLIENT_ID?: string
  GOOGLE_JWKS_URL?: string
  /** The site's page that takes a reset code as ?code=. */
  RESET_PASSWORD_PATH?: string
}

export type GatewaySettings = { url: string; token: string }

const minSecretLength = 32
const text = v.optional(v.pipe(v.string(), v.trim()), '')
const list = v.pipe(
  text,
  v.transform((value) => value.split(/[\s,]+/).filter((entry) => entry !== '')),
)

const settingsSchema = v.pipe(
  v.object({
    JWT_SECRETS: v.pipe(
      list,
      v.check(
        (secrets) => secrets.every(({ length }) => length >= minSecretLength),
        `has a secret of fewer than ${minSecretLength} characters`,
      ),
    ),
    SMS_GATEWAY_URL: text,
    SMS_GATEWAY_TOKEN: text,
    MAIL_GATEWAY_URL: text,
    MAIL_GATEWAY_TOKEN: text,
    GOOGLE_CLIENT_ID: text,
    GOOGLE_JWKS_URL: text,
    RESET_PASSWORD_PATH: text,
  }),
  v.transform((given) => ({
    jwtSecrets: given.JWT_SECRETS,
    sms: gateway(given.SMS_GATEWAY_URL, given.SMS_GATEWAY_TOKEN),
    mail: gateway(given.MAIL_GATEWAY_URL, given.MAIL_GATEWAY_TOKEN),
    googleClientId: given.GOOGLE_CLIENT_ID || null,
    googleJwksUrl: given.GOOGLE_JWKS_URL || 'https://www.googleapis.com/oauth2/v3/certs',
    resetPasswordPath: given.RESET_PASSWORD_PATH || '/login/reset-password',
  })),
)

export type IdentitySettings = v.InferOutput<typeof settingsSchema>

const gateway = (url: string, token: string): GatewaySettings | null =>
  url === '' || token === '' ? null : { url, token }

/** Parses the settings of identity. Errors: throws a sentence that names every invalid setting. */
export function identitySettings(env: IdentityBindings): IdentitySettings {
  const parsed = v.safeParse(settingsSchema, env)
  if (parsed.success) return parsed.output
  const faults = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`)
  throw new Error(`Settings: ${faults.join('; ')}`)
}

/** The secrets that sign tokens and digests, newest first. Errors: Refusal 503 where there is none;
 *  the log names the setting. */
export function jwtSecretsOf(env: IdentityBindings): readonly [string, ...string[]] {
  const [newest, ...older] = identitySettings(env).jwtSecrets
  if (newest === undefined) throw notConfigured('Sign-in', 'JWT_SECRETS')
  return [newest, ...older]
}

/** What names of counters are hashed with, also where nobody can sign in. */
export const counterSecretOf = (env: IdentityBindings): string =>
  identitySettings(env).jwtSecrets[0] ?? 'no secret is set'

/** The 503 answer where a setting is missing; the log names it for the operator. */
export function notConfigured(feature: string, ...settingNames: string[]): Refusal {
  console.error(JSON.stringify({ at: 'settings', missing: settingNames }))
  return new Refusal(503, 'ServiceUnavailableError', `${feature} is not configured`, {})
}
