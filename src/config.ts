import * as v from 'valibot'

/** What the platform binds the worker to (wrangler.toml), before anybody has looked at it. */
export type Env = {
  ASSETS: Fetcher
  IMAGES?: ImagesBinding
  PRODUCT_API?: Fetcher
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

const settings = v.object({
  PRODUCT_API_URL: address,
  SITE_URL: address,
  SUPPORT_EMAIL: text,
  ANDROID_APP_ID: text,
  ANDROID_APP_USER_AGENT: text,
  ANDROID_APP_CERTIFICATES: text,
  SOCIAL_LINKS: text,
  ANALYTICS_ID: text,
  TAG_MANAGER_ID: text,
  ADVERTISING_ID: text,
})

export type Settings = v.InferOutput<typeof settings>

export type Config = Settings & {
  /** Sends a request to the product API: the one that PRODUCT_API_URL names, else the one that is bound. */
  productApi: (path: string, init: RequestInit) => Promise<Response>
  images: ImagesBinding | null
  assets: Fetcher
}

let last: { env: Env; config: Config } | undefined

/** Reads the settings once for each isolate. Errors: throws a sentence that names every setting that is wrong. */
export function readConfig(env: Env): Config {
  if (last?.env === env) return last.config
  const parsed = v.safeParse(settings, env)
  if (!parsed.success) {
    const faults = parsed.issues.map((issue) => `${String(issue.path?.[0].key)} ${issue.message}`)
    throw new Error(`Settings: ${faults.join('; ')}`)
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
  }
  last = { env, config }
  return config
}
