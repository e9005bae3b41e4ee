import { createServer } from 'node:net'
import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
  type V4WorkerOptions,
} from 'miniflare'
import type { Database } from '../authoring/load.ts'
import { Stop } from './step.ts'

/** Where local data lives: the same place and shape as wrangler's and vite's. */
export const statePath = '.wrangler/state'

/** The settings of the site that a person may give a local start by the environment. */
const settingNames = [
  ...['PRODUCT_API_URL', 'SITE_URL', 'SUPPORT_EMAIL', 'ANDROID_APP_ID', 'ANDROID_APP_USER_AGENT'],
  ...[
    'ANDROID_APP_CERTIFICATES',
    'SOCIAL_LINKS',
    'ANALYTICS_ID',
    'TAG_MANAGER_ID',
    'ADVERTISING_ID',
  ],
  ...['PAYMENT_SCRIPTS', 'IN_APP_CHECKOUT'],
]

export type LocalOptions = {
  port: number
  /** The product API alone, for tests that stand between it and the site. */
  only?: 'product-api'
  state?: string
  bindings?: Record<string, string>
  productApiBindings?: Record<string, string>
  quiet?: boolean
  /** How often the product API's clock strikes (its cron triggers); 0: only when it is asked to, see below. */
  clockSeconds?: number
}

/** Starts the built site and the built-in product API in workerd, on this machine only. Where the product API is alone, its
 *  clock also strikes on GET /cdn-cgi/local/scheduled. */
export async function startWorkers(options: LocalOptions) {
  const { port, only, state = statePath, bindings = {}, quiet = false } = options
  const { productApiBindings = {}, clockSeconds = 60 } = options
  const site = await worker('abhyasa-site', 'dist/abhyasa_site')
  const productApi = await worker('abhyasa-product-api', 'dist/abhyasa_product_api')
  const settings = Object.fromEntries(
    settingNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  site.bindings = { ...site.bindings, ...settings, ...bindings }
  productApi.bindings = { ...productApi.bindings, ...productApiBindings }
  const workers = new Miniflare(
    convertV4MiniflareOptions({
      ...sharedOptions(state, quiet),
      host: '127.0.0.1',
      port,
      unsafeTriggerHandlers: only === 'product-api',
      workers: only === 'product-api' ? [productApi] : [site, productApi],
    }),
  )
  const url = await workers.ready
  const stopClock = startClock(workers, clockSeconds)
  return {
    url: url.origin,
    stop: () => {
      stopClock()
      return workers.dispose()
    },
  }
}

/** Miniflare knows no time of day: what Cloudflare does every minute is done from here. */
function startClock(workers: Miniflare, seconds: number): () => void {
  if (seconds === 0) return () => undefined
  const strike = async () => {
    const productApi = await workers.getWorker('abhyasa-product-api')
    await productApi.scheduled({ cron: '* * * * *' })
  }
  const timer = setInterval(() => {
    strike().catch((error: unknown) => console.error(`The clock did not strike: ${String(error)}`))
  }, seconds * 1000)
  return () => clearInterval(timer)
}

/** Opens the local database of the product API, for migrations and content. */
export async function withDatabase<Value>(
  state: string,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const workers = new Miniflare(
    convertV4MiniflareOptions({
      ...sharedOptions(state, true),
      compatibilityDate: '2026-08-15',
      modules: true,
      script: batchWorker,
      d1Databases: { DB: 'abhyasa-product' },
    }),
  )
  try {
    return await work({
      async batch(statements) {
        const answer = await workers.dispatchFetch('http://database/', {
          method: 'POST',
          body: JSON.stringify(statements),
        })
        if (!answer.ok) throw new Error(await answer.text())
        return (await answer.json()) as Record<string, unknown>[][]
      },
    })
  } finally {
    await workers.dispose()
  }
}

/** Miniflare's own way to a database from outside takes milliseconds for every statement; from inside, none. */
const batchWorker = `export default {
  async fetch(request, { DB }) {
    const statements = await request.json()
    try {
      const results = await DB.batch(statements.map(({ text, values }) => DB.prepare(text).bind(...values)))
      return Response.json(results.map(({ results }) => results))
    } catch (error) {
      return new Response(String(error), { status: 500 })
    }
  },
}`

/** What every worker on this machine runs with. */
export const sharedOptions = (state: string, quiet: boolean) => ({
  log: new Log(quiet ? LogLevel.NONE : LogLevel.WARN),
  cf: false as const,
  resourcePersistencePath: `${state}/v3`,
})

/** wrangler takes a second to load, and only those who start workers need it. */
async function worker(name: string, folder: string): Promise<V4WorkerOptions> {
  const { unstable_getMiniflareWorkerOptions: readWorker } = await import('wrangler')
  const { workerOptions, main } = readWorker(`${folder}/wrangler.json`)
  const { modulesRules: _rulesForBundling, ...options } = workerOptions
  return { ...options, name, modules: true, scriptPath: main } as V4WorkerOptions
}

/** Errors: Stop, with what to do, where something else listens on the port already. */
export function checkPortIsFree(port: number): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', () =>
      fail(
        new Stop(
          `Port ${port} is in use; stop what runs there, or choose another: PORT=8790 npm start`,
        ),
      ),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => done()))
  })
}
