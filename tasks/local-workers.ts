import { createServer } from 'node:net'
import { Log, LogLevel, Miniflare, type WorkerOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as readWorker } from 'wrangler'
import { Stop } from './step.ts'

/** Where local data lives: the same place and shape as wrangler's and vite's. */
export const statePath = '.wrangler/state'

/** The settings of the site that a person may give a local start by the environment. */
const settingNames = [
  ...['PRODUCT_API_URL', 'SITE_URL', 'SUPPORT_EMAIL', 'ANDROID_APP_ID', 'ANDROID_APP_USER_AGENT'],
  ...['ANDROID_APP_CERTIFICATES', 'SOCIAL_LINKS', 'ANALYTICS_ID', 'TAG_MANAGER_ID', 'ADVERTISING_ID'],
]

export type LocalOptions = {
  port: number
  state?: string
  bindings?: Record<string, string>
  quiet?: boolean
}

/** Starts the built site and the built-in product API in workerd, on this machine only. */
export async function startWorkers({ port, state = statePath, bindings = {}, quiet = false }: LocalOptions) {
  const site = worker('dist/abhyasa_site/wrangler.json')
  const settings = Object.fromEntries(
    settingNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  site.bindings = { ...site.bindings, ...settings, ...bindings }
  const workers = new Miniflare({
    ...sharedOptions(state, quiet),
    host: '127.0.0.1',
    port,
    workers: [site, worker('dist/abhyasa_product_api/wrangler.json')],
  })
  const url = await workers.ready
  return { url: url.origin, stop: () => workers.dispose() }
}

/** The local database of the product API, for migrations and content. */
export async function withDatabase<Value>(
  state: string,
  work: (db: D1Database) => Promise<Value>,
): Promise<Value> {
  const workers = new Miniflare({
    ...sharedOptions(state, true),
    modules: true,
    script: 'export default {}',
    d1Databases: { DB: 'abhyasa-product' },
  })
  try {
    return await work((await workers.getD1Database('DB')) as unknown as D1Database)
  } finally {
    await workers.dispose()
  }
}

const sharedOptions = (state: string, quiet: boolean) => ({
  log: new Log(quiet ? LogLevel.NONE : LogLevel.WARN),
  cf: false as const,
  d1Persist: `${state}/v3/d1`,
  cachePersist: `${state}/v3/cache`,
  kvPersist: `${state}/v3/kv`,
})

function worker(configPath: string): WorkerOptions {
  const { workerOptions, main } = readWorker(configPath)
  return { ...workerOptions, modules: true, scriptPath: main } as WorkerOptions
}

/** Errors: Stop, with what to do, where something else listens on the port already. */
export function checkPortIsFree(port: number): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', () =>
      fail(new Stop(`Port ${port} is in use; stop what runs there, or choose another: PORT=8790 npm start`)),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => done()))
  })
}
