import * as v from 'valibot'
import { Refusal } from '../strapi/errors.ts'

/** The Worker's bindings for identity (wrangler.toml, secrets), before validation. A gateway's URL
 *  may be https or, on a developer's machine, http. */
export type IdentityBindings = {
  /** Secret. The secrets that sign tokens, newest first, separated by commas; 32 characters or more
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
  /** Secret. Empty: nobody is asked to show that they are a person. */
  TURNSTILE_SECRET_KEY?: string
  /** 'attack' (default) or 'always'. */
  TURNSTILE_WHEN?: string
  TURNSTILE_VERIFY_URL?: string
  /** The site's page that takes a reset code as ?code=. */
  RESET_PASSWORD_PATH?: string
}

export type GatewaySettings = { url: string; token: string }

const minSecretLength = 32
const textSetting = v.optional(v.pipe(v.string(), v.trim()), '')
const listSetting = v.pipe(
  textSetting,
  v.transform((value) => value.split(/[\s,]+/).filter((entry) => entry !== '')),
)

const settingsSchema = v.pipe(
  v.object({
    JWT_SECRETS: v.pipe(
      listSetting,
      v.check(
        (secrets) => secrets.every(({ length }) => length >= minSecretLength),
        `has a secret of fewer than ${minSecretLength} characters`,
      ),
    ),
    SMS_GATEWAY_URL: textSetting,
    SMS_GATEWAY_TOKEN: textSetting,
    MAIL_GATEWAY_URL: textSetting,
    MAIL_GATEWAY_TOKEN: textSetting,
    GOOGLE_CLIENT_ID: textSetting,
    GOOGLE_JWKS_URL: textSetting,
    TURNSTILE_SECRET_KEY: textSetting,
    TURNSTILE_WHEN: v.pipe(
      textSetting,
      v.transform((value) => value || 'attack'),
      v.picklist(['attack', 'always'], 'is neither attack nor always'),
    ),
    TURNSTILE_VERIFY_URL: textSetting,
    RESET_PASSWORD_PATH: textSetting,
  }),
  v.transform((given) => ({
    jwtSecrets: given.JWT_SECRETS,
    sms: gateway(given.SMS_GATEWAY_URL, given.SMS_GATEWAY_TOKEN),
    mail: gateway(given.MAIL_GATEWAY_URL, given.MAIL_GATEWAY_TOKEN),
    googleClientId: given.GOOGLE_CLIENT_ID || null,
    googleJwksUrl: given.GOOGLE_JWKS_URL || 'https://www.googleapis.com/oauth2/v3/certs',
    turnstile:
      given.TURNSTILE_SECRET_KEY === ''
        ? null
        : {
            secret: given.TURNSTILE_SECRET_KEY,
            isAlways: given.TURNSTILE_WHEN === 'always',
            verifyUrl:
              given.TURNSTILE_VERIFY_URL ||
              'https://challenges.cloudflare.com/turnstile/v0/siteverify',
          },
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
  const errors = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`)
  throw new Error(`Settings: ${errors.join('; ')}`)
}

/** The secrets that sign tokens and digests, newest first. Errors: Refusal 503 if there is none;
 *  the log names the setting. */
export function jwtSecretsOf(env: IdentityBindings): readonly [string, ...string[]] {
  const [newest, ...older] = identitySettings(env).jwtSecrets
  if (newest === undefined) throw notConfigured('Sign-in', 'JWT_SECRETS')
  return [newest, ...older]
}

/** What names of counters are hashed with, also where nobody can sign in. */
export const counterSecretOf = (env: IdentityBindings): string =>
  identitySettings(env).jwtSecrets[0] ?? 'no secret is set'

/** The refusal 503 for a missing setting; the log names it for the operator. */
export function notConfigured(feature: string, ...settingNames: string[]): Refusal {
  console.error(JSON.stringify({ at: 'settings', missing: settingNames }))
  return new Refusal(503, 'ServiceUnavailableError', `${feature} is not configured`, {})
}
