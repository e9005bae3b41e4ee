import * as v from 'valibot'
import { paymentProviders } from '../domain/payment-providers.ts'
import type { BrowserPurpose } from '../domain/privacy.ts'
import { isPaymentScript } from './payment-scripts.ts'

/** The Worker's bindings and settings (wrangler.toml), before validation. */
export type Env = {
  ASSETS: Fetcher
  IMAGES?: ImagesBinding
  PRODUCT_API?: Fetcher
  SESSIONS?: KVNamespace
  ENDED_SESSIONS?: DurableObjectNamespace
} & Record<string, unknown>

const text = v.optional(v.pipe(v.string(), v.trim()), '')
const address = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (value) => value === '' || URL.canParse(value),
      'is no address such as https://example.org',
    ),
    v.transform((value) => value.replace(/\/+$/, '')),
  ),
  '',
)

const minKeyLength = 32

const wordList = v.pipe(
  text,
  v.transform((value) => value.split(/[\s,]+/).filter((word) => word !== '')),
)

/** The default of PAYMENT_ORIGINS, where payers may be redirected. */
const providerOrigins = paymentProviders.flatMap(({ pageOrigins }) => pageOrigins)
const originPattern =
  /^(https:\/\/(\*\.)?[\w-]+(\.[\w-]+)+|http:\/\/(localhost|127\.0\.0\.1))(:\d+)?$/

const settings = v.object({
  PRODUCT_API_URL: address,
  SITE_URL: address,
  SUPPORT_EMAIL: text,
  GRIEVANCE_OFFICER: text,
  SECURITY_CONTACT: v.pipe(
    text,
    v.regex(/^$|^(mailto:|https:|tel:)\S+$/, 'is no mailto:, https: or tel: address'),
  ),
  SECURITY_POLICY_URL: address,
  GRIEVANCE_EMAIL: text,
  ANDROID_APP_ID: text,
  ANDROID_APP_USER_AGENT: text,
  ANDROID_APP_CERTIFICATES: text,
  SOCIAL_LINKS: text,
  ANALYTICS_ID: text,
  TAG_MANAGER_ID: text,
  ADVERTISING_ID: text,
  ADVERTISING_SLOT: text,
  SESSION_KEYS: v.pipe(
    wordList,
    v.check(
      (keys) => keys.every(({ length }) => length >= minKeyLength),
      `has a key of fewer than ${minKeyLength} characters`,
    ),
  ),
  TURNSTILE_SITE_KEY: text,
  TURNSTILE_WHEN: text,
  TURNSTILE_SCRIPT_URL: address,
  VAPID_PUBLIC_KEY: v.pipe(text, v.regex(/^$|^[\w-]{87}$/, 'is no public key of P-256')),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_AUTHORIZE_URL: address,
  GOOGLE_TOKEN_URL: address,
  PAYMENT_ORIGINS: v.pipe(
    wordList,
    v.check(
      (origins) => origins.every((origin) => originPattern.test(origin)),
      'has what is no origin such as https://www.example.org or https://*.example.org',
    ),
    v.transform((origins) => (origins.length > 0 ? origins : providerOrigins)),
  ),
  PAYMENT_SCRIPTS: v.pipe(
    wordList,
    v.everyItem(isPaymentScript, 'names a script that is not known'),
    v.transform((names) => names.filter(isPaymentScript)),
  ),
  PAYMENT_LAUNCH: v.pipe(
    text,
    v.transform((value) => value || 'redirect'),
    v.picklist(['redirect', 'script', 'iframe'], 'is none of redirect, script, iframe'),
  ),
  IN_APP_CHECKOUT: v.pipe(
    text,
    v.transform((value) => value || 'handoff'),
    v.picklist(['handoff', 'allow', 'refuse'], 'is none of handoff, allow, refuse'),
  ),
})

export type Settings = v.InferOutput<typeof settings>

export type Config = Settings & {
  /** Sends a request to the product API: at PRODUCT_API_URL, or through the service binding
   *  PRODUCT_API if that is empty. */
  productApi: (path: string, init: RequestInit) => Promise<Response>
  images: ImagesBinding | null
  assets: Fetcher
  /** The keys that seal session cookies, newest first, the KV store of session states, and the
   *  list of ended sessions (session/ended-sessions.ts). null: not configured, so nobody can sign
   *  in. */
  session: {
    keys: readonly [string, ...string[]]
    store: KVNamespace
    ended: DurableObjectNamespace | null
  } | null
  /** null: nobody is asked to show that they are a person. `isAlways`: also without an attack. */
  turnstile: { siteKey: string; scriptUrl: string; isAlways: boolean } | null
  google: { clientId: string; clientSecret: string; authorizeUrl: string; tokenUrl: string } | null
}

let last: { env: Env; config: Config } | undefined

/** Parses the settings, once per isolate. Throws an error that names every invalid setting. */
export function readConfig(env: Env): Config {
  if (last?.env === env) return last.config
  const parsed = v.safeParse(settings, env)
  if (!parsed.success) {
    const errors = parsed.issues.map((issue) => `${String(issue.path?.[0].key)} ${issue.message}`)
    throw new Error(`Settings: ${errors.join('; ')}`)
  }
  const { PRODUCT_API_URL } = parsed.output
  const { PRODUCT_API: bound } = env
  if (PRODUCT_API_URL === '' && !bound)
    throw new Error('Settings: PRODUCT_API_URL is empty and no service is bound as PRODUCT_API')
  const config: Config = {
    ...parsed.output,
    productApi: (path, init) =>
      PRODUCT_API_URL === ''
        ? bound!.fetch(`https://product-api${path}`, init)
        : fetch(PRODUCT_API_URL + path, init),
    images: env.IMAGES ?? null,
    assets: env.ASSETS,
    session: sessionSettings(parsed.output.SESSION_KEYS, env),
    turnstile: turnstileSettings(parsed.output),
    google: googleSettings(parsed.output),
  }
  last = { env, config }
  return config
}

/** What this site asks the consent of browsers for. */
export const purposesOf = (config: Settings): readonly BrowserPurpose[] => [
  ...(config.ANALYTICS_ID + config.TAG_MANAGER_ID === '' ? [] : (['analytics'] as const)),
  ...(config.ADVERTISING_ID === '' ? [] : (['advertising'] as const)),
]

function sessionSettings(
  [first, ...older]: string[],
  { SESSIONS: store, ENDED_SESSIONS: ended }: Env,
): Config['session'] {
  return first === undefined || !store
    ? null
    : { keys: [first, ...older], store, ended: ended ?? null }
}

function turnstileSettings(parsed: v.InferOutput<typeof settings>): Config['turnstile'] {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_WHEN: when } = parsed
  if (siteKey === '') return null
  const scriptUrl =
    parsed.TURNSTILE_SCRIPT_URL || 'https://challenges.cloudflare.com/turnstile/v0/api.js'
  return { siteKey, scriptUrl, isAlways: when === 'always' }
}

function googleSettings(parsed: v.InferOutput<typeof settings>): Config['google'] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = parsed
  if (clientId === '' || clientSecret === '') return null
  return {
    clientId,
    clientSecret,
    authorizeUrl: parsed.GOOGLE_AUTHORIZE_URL || 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: parsed.GOOGLE_TOKEN_URL || 'https://oauth2.googleapis.com/token',
  }
}
