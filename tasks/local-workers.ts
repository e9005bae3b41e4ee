import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
  type V4WorkerOptions,
} from 'miniflare'

/** Where local data is stored, in the layout of wrangler and of Cloudflare's Vite plugin. */
export const localStatePath = '.wrangler/state'

/** The bucket of the nightly exports, also where README.md creates it. */
export const contentBucketName = 'abhyasa-content'

/** The compatibility date of Workers that exist only on this machine. */
export const compatibilityDate = '2026-10-01'

const siteSettingNames = [
  'PRODUCT_API_URL',
  'SITE_URL',
  'SUPPORT_EMAIL',
  'GRIEVANCE_OFFICER',
  'SECURITY_CONTACT',
  'SECURITY_POLICY_URL',
  'GRIEVANCE_EMAIL',
  'ANDROID_APP_ID',
  'ANDROID_APP_USER_AGENT',
  'ANDROID_APP_CERTIFICATES',
  'SOCIAL_LINKS',
  'ANALYTICS_ID',
  'TAG_MANAGER_ID',
  'ADVERTISING_ID',
  'ADVERTISING_SLOT',
  'PAYMENT_SCRIPTS',
  'PAYMENT_LAUNCH',
  'IN_APP_CHECKOUT',
]

/** The variables of these names that the environment sets and that are not empty. */
export const environmentSettings = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value ? [[name, value]] : []
    }),
  )

/** Settings of the site that the environment gives to a local run. */
export const siteSettings = () => environmentSettings(siteSettingNames)

export type LocalOptions = {
  port: number
  /** Starts the product API alone, for tests that put a proxy between it and the site. */
  only?: 'product-api'
  /** Where the desk listens, and its settings; absent: it is not started. */
  desk?: { port: number; bindings: Record<string, string>; cronSeconds?: number }
  state?: string
  bindings?: Record<string, string>
  productApiBindings?: Record<string, string>
  quiet?: boolean
  /** Where V8's inspector listens; absent: nowhere. */
  inspectorPort?: number
  /** How often the product API's cron trigger runs. 0: only on request, see `startWorkers`. */
  cronSeconds?: number
}

/** Starts the built site and the built-in product API in workerd, for this machine only. Where the
 *  product API is alone, GET /cdn-cgi/local/scheduled also runs its cron trigger. */
export async function startWorkers(options: LocalOptions) {
  const { port, only, state = localStatePath, bindings = {}, quiet = false } = options
  const { productApiBindings = {}, cronSeconds = 60 } = options
  const site = await builtWorker('abhyasa-site', 'dist/abhyasa_site')
  const productApi = await builtWorker('abhyasa-product-api', 'dist/abhyasa_product_api')
  site.bindings = { ...site.bindings, ...siteSettings(), ...bindings }
  productApi.bindings = { ...productApi.bindings, ...productApiBindings }
  const desk = options.desk && (await deskWorker(options.desk))
  const workers = new Miniflare(
    convertV4MiniflareOptions({
      ...sharedOptions(state, quiet),
      host: '127.0.0.1',
      port,
      ...(options.inspectorPort !== undefined && { inspectorPort: options.inspectorPort }),
      unsafeTriggerHandlers: only === 'product-api',
      workers: [
        ...(only === 'product-api' ? [productApi] : [site, productApi]),
        ...(desk ? [desk] : []),
      ],
    }),
  )
  const url = await workers.ready
  const stopCron = startCron(workers, 'abhyasa-product-api', cronSeconds)
  const stopDeskCron = desk
    ? startCron(workers, 'abhyasa-desk', options.desk?.cronSeconds ?? cronSeconds)
    : () => undefined
  return {
    url: url.origin,
    stop: () => {
      stopCron()
      stopDeskCron()
      return workers.dispose()
    },
  }
}

/** The desk has a port of its own, because its addresses are not below the site's. */
async function deskWorker({ port, bindings }: NonNullable<LocalOptions['desk']>) {
  const desk = await builtWorker('abhyasa-desk', 'dist/abhyasa_desk')
  desk.bindings = { ...desk.bindings, ...bindings }
  return {
    ...desk,
    r2Buckets: { CONTENT_BUCKET: contentBucketName },
    unsafeDirectSockets: [{ host: '127.0.0.1', port }],
  }
}

/** Miniflare does not run cron triggers by itself. */
function startCron(workers: Miniflare, name: string, seconds: number): () => void {
  if (seconds === 0) return () => undefined
  const runScheduled = async () => {
    const worker = await workers.getWorker(name)
    await worker.scheduled({ cron: '* * * * *' })
  }
  const timer = setInterval(() => {
    runScheduled().catch((error: unknown) =>
      console.error(`The cron trigger of ${name} failed: ${String(error)}`),
    )
  }, seconds * 1000)
  return () => clearInterval(timer)
}

/** Options that every Worker on this machine has. */
export const sharedOptions = (state: string, quiet: boolean) => ({
  log: new Log(quiet ? LogLevel.NONE : LogLevel.WARN),
  cf: false as const,
  resourcePersistencePath: `${state}/v3`,
})

/** Imports wrangler only here, because it takes a second to load. */
async function builtWorker(name: string, folder: string): Promise<V4WorkerOptions> {
  const { unstable_getMiniflareWorkerOptions: readWorker } = await import('wrangler')
  const { workerOptions, main } = readWorker(`${folder}/wrangler.json`)
  const { modulesRules: _rulesForBundling, ...options } = workerOptions
  return { ...options, name, modules: true, scriptPath: main } as V4WorkerOptions
}
