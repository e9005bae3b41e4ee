import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { databaseId, startD1Api, type D1Api, type Fault, type RouteAnswer } from './d1-api.ts'

type Fields = Record<string, unknown>
type Queue = { queue_id: string; queue_name: string; consumers: Fields[] }
type Bucket = { rules: Fields[] }
type Binding = { type: string; name: string } & Record<string, string | undefined>
/** The metadata of an upload, as wrangler sends it. */
type Metadata = {
  bindings?: Binding[]
  migrations?: { old_tag?: string; new_tag?: string; steps?: { new_sqlite_classes?: string[] }[] }
}
type Worker = {
  secrets: string[]
  /** Of the newest upload. */
  bindings: Binding[]
  /** The last migration of its classes of objects; null: none. */
  tag: string | null
  classes: string[]
  crons: string[]
}

export type CloudflareAccount = {
  workers: Map<string, Worker>
  queues: Map<string, Queue>
  buckets: Map<string, Bucket>
  /** Ids of KV namespaces. */
  namespaces: Set<string>
  /** Requests such as "POST /r2/buckets" that are answered with 500. */
  broken: Set<string>
  api: D1Api
}

type Settings = {
  database?: DatabaseSync
  port?: number
  faultOf?: (request: number) => Fault | null
  /** Is told of each request to something else than the database. */
  log?: (line: string) => void
}

/** An empty Cloudflare account: D1, KV, queues, R2, secrets and the upload of Workers, which is
 *  refused, as Cloudflare does, where a binding names what does not exist. Nothing that is uploaded
 *  is run. Listens on 127.0.0.1. */
export async function startAccount({
  database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true }),
  port = 0,
  faultOf,
  log = () => undefined,
}: Settings = {}): Promise<CloudflareAccount> {
  const account = {
    workers: new Map<string, Worker>(),
    queues: new Map<string, Queue>(),
    buckets: new Map<string, Bucket>(),
    namespaces: new Set<string>(),
    broken: new Set<string>(),
  }
  const routes = routesOf(account)
  const api = await startD1Api({
    ...{ database, port, ...(faultOf && { faultOf }) },
    otherRoutes: (method, url, body) => {
      const [path = '', query] = url.replace(/^\/accounts\/[0-9a-f]{32}/, '').split('?')
      for (const [key, answer] of routes) {
        const match = key.exec(`${method} ${path}`)
        if (!match) continue
        log(`${method} ${path}`)
        if (account.broken.has(`${method} ${path}`))
          return refusal(500, 10001, 'Unable to process the request')
        return answer(match[1] ?? '', body, new URLSearchParams(query))
      }
      log(`${method} ${path} (not simulated)`)
      return undefined
    },
  })
  return { ...account, api }
}

type Account = Omit<CloudflareAccount, 'api'>
type Answer = (name: string, body: string, query: URLSearchParams) => RouteAnswer

const routesOf = (account: Account): [RegExp, Answer][] => [
  ...storageRoutes(account),
  ...workerRoutes(account),
]

const d1 = { uuid: databaseId, name: 'abhyasa-product', version: 'production' }
const fieldsOf = (body: string) => JSON.parse(body) as Fields
const newId = () => randomBytes(16).toString('hex')
const refusal = (status: number, code: number, message: string): RouteAnswer => ({
  ...{ status, code, message },
})

function storageRoutes({ queues, buckets, namespaces }: Account): [RegExp, Answer][] {
  const withQueue = (id: string, answer: (queue: Queue) => unknown): RouteAnswer => {
    const queue = [...queues.values()].find(({ queue_id }) => queue_id === id)
    return queue ? { result: answer(queue) } : refusal(404, 11000, 'Queue does not exist')
  }
  const withBucket = (name: string, answer: (bucket: Bucket) => unknown): RouteAnswer => {
    const bucket = buckets.get(name)
    return bucket
      ? { result: answer(bucket) }
      : refusal(404, 10006, 'The specified bucket does not exist.')
  }
  return [
    [/^POST \/d1\/database$/, (_, body) => ({ result: { ...fieldsOf(body), uuid: databaseId } })],
    [/^GET \/d1\/database$/, () => ({ result: [d1] })],
    [/^GET \/d1\/database\/[\w-]+$/, () => ({ result: d1 })],
    [
      /^POST \/storage\/kv\/namespaces$/,
      (_, body) => {
        const id = newId()
        namespaces.add(id)
        return { result: { id, ...fieldsOf(body) } }
      },
    ],
    [/^GET \/storage\/kv\/namespaces$/, () => ({ result: [...namespaces].map((id) => ({ id })) })],
    [
      /^GET \/queues$/,
      (_path, _body, query) => {
        const name = query.get('name')
        const found = [...queues.values()].filter(
          ({ queue_name }) => name === null || queue_name === name,
        )
        return { result: found.map(queueJson) }
      },
    ],
    [
      /^POST \/queues$/,
      (_, body) => {
        const name = String(fieldsOf(body).queue_name)
        if (queues.has(name)) return refusal(409, 11009, 'Queue name is already taken')
        const queue = { queue_id: newId(), queue_name: name, consumers: [] }
        queues.set(name, queue)
        return { result: queueJson(queue) }
      },
    ],
    [/^GET \/queues\/(\w+)$/, (id) => withQueue(id, queueJson)],
    [/^GET \/queues\/(\w+)\/consumers$/, (id) => withQueue(id, ({ consumers }) => consumers)],
    [
      /^POST \/queues\/(\w+)\/consumers$/,
      (id, body) =>
        withQueue(id, ({ consumers }) => {
          const consumer = { consumer_id: newId(), ...fieldsOf(body) }
          consumers.push(consumer)
          return consumer
        }),
    ],
    [/^PUT \/queues\/(\w+)\/consumers\/\w+$/, (id, body) => withQueue(id, () => fieldsOf(body))],
    [
      /^POST \/r2\/buckets$/,
      (_, body) => {
        const name = String(fieldsOf(body).name)
        if (buckets.has(name))
          return refusal(409, 10004, 'The bucket you tried to create already exists')
        buckets.set(name, { rules: [] })
        return { result: {} }
      },
    ],
    [/^GET \/r2\/buckets\/([\w-]+)$/, (name) => withBucket(name, () => ({ name }))],
    [
      /^GET \/r2\/buckets\/([\w-]+)\/lifecycle$/,
      (name) => withBucket(name, ({ rules }) => ({ rules })),
    ],
    [
      /^PUT \/r2\/buckets\/([\w-]+)\/lifecycle$/,
      (name, body) =>
        withBucket(name, (bucket) => {
          bucket.rules = fieldsOf(body).rules as Fields[]
          return {}
        }),
    ],
  ]
}

function workerRoutes(account: Account): [RegExp, Answer][] {
  const { workers } = account
  const upload: Answer = (name, body) => uploadWorker(account, name, body)
  const withWorker = (name: string, answer: (worker: Worker) => unknown): RouteAnswer => {
    const worker = workers.get(name)
    return worker
      ? { result: answer(worker) }
      : refusal(404, 10007, 'This Worker does not exist on your account.')
  }
  const subdomain = { enabled: true, previews_enabled: false }
  return [
    [
      /^PUT \/workers\/scripts\/([\w-]+)\/secrets$/,
      (name, body) =>
        withWorker(name, ({ secrets }) => {
          const secret = String(fieldsOf(body).name)
          secrets.push(secret)
          return { name: secret, type: 'secret_text' }
        }),
    ],
    [
      /^GET \/workers\/scripts\/([\w-]+)\/secrets$/,
      (name) => withWorker(name, ({ secrets }) => secrets.map((secret) => ({ name: secret }))),
    ],
    [/^PUT \/workers\/scripts\/([\w-]+)$/, upload],
    [/^POST \/workers\/scripts\/([\w-]+)\/versions$/, upload],
    [/^GET \/workers\/scripts\/[\w-]+\/deployments$/, () => ({ result: { deployments: [] } })],
    [/^POST \/workers\/scripts\/[\w-]+\/deployments$/, () => ({ result: { id: 'deployment' } })],
    [/^PATCH \/workers\/scripts\/[\w-]+\/script-settings$/, () => ({ result: {} })],
    [
      /^PUT \/workers\/scripts\/([\w-]+)\/schedules$/,
      (name, body) =>
        withWorker(name, (worker) => {
          worker.crons = (JSON.parse(body) as { cron: string }[]).map(({ cron }) => cron)
          return { schedules: [] }
        }),
    ],
    [/^(?:GET|POST) \/workers\/scripts\/[\w-]+\/subdomain$/, () => ({ result: subdomain })],
    [
      /^(?:GET|PATCH|PUT) \/workers\/workers\/([\w-]+)$/,
      (name) => ({ result: { id: name, name, subdomain } }),
    ],
    [
      /^POST \/workers\/scripts\/[\w-]+\/domains\/changeset$/,
      () => ({ result: { added: [], removed: [], updated: [], conflicting: [] } }),
    ],
    [/^PUT \/workers\/scripts\/[\w-]+\/domains\/records$/, () => ({ result: [] })],
    [/^GET \/workers\/scripts\/[\w-]+\/settings$/, () => ({ result: { bindings: [] } })],
    [
      /^GET \/workers\/scripts$/,
      () => ({
        result: [...workers].map(([id, { tag }]) => ({
          id,
          ...(tag !== null && { migration_tag: tag }),
        })),
      }),
    ],
    [/^GET \/workers\/subdomain$/, () => ({ result: { subdomain: 'stand-in' } })],
    [
      /^POST \/workers\/scripts\/[\w-]+\/assets-upload-session$/,
      () => ({ result: { jwt: 'assets', buckets: [] } }),
    ],
    [
      /^GET \/workers\/services\/([\w-]+)$/,
      (name) =>
        withWorker(name, ({ tag }) => ({
          id: name,
          default_environment: {
            environment: 'production',
            script: { ...(tag !== null && { migration_tag: tag }) },
          },
        })),
    ],
  ]
}

function uploadWorker(account: Account, name: string, body: string): RouteAnswer {
  const { bindings = [], migrations } = metadataOf(body)
  const before = account.workers.get(name)
  const worker: Worker = {
    ...{ secrets: [], tag: null, classes: [], crons: [], ...before },
    bindings,
  }
  if (migrations) {
    if ((migrations.old_tag ?? null) !== worker.tag)
      return refusal(412, 10079, `The migration tag is not "${migrations.old_tag ?? ''}".`)
    const created = (migrations.steps ?? []).flatMap(({ new_sqlite_classes = [] }) => [
      ...new_sqlite_classes,
    ])
    worker.tag = migrations.new_tag ?? null
    worker.classes = [...worker.classes, ...created]
  }
  const lacking = bindings.find((binding) => !exists(account, worker, binding))
  if (lacking) return refusal(400, 10041, `What ${lacking.name} is bound to does not exist.`)
  account.workers.set(name, worker)
  const resources = { script: { etag: 'etag', handlers: ['fetch'] }, bindings: [] }
  return { result: { id: name, etag: 'etag', startup_time_ms: 10, resources } }
}

function exists(account: Account, worker: Worker, binding: Binding): boolean {
  const named = (value: string | undefined) => value ?? ''
  const { type } = binding
  if (type === 'd1') return (binding.database_id ?? binding.id) === databaseId
  if (type === 'kv_namespace') return account.namespaces.has(named(binding.namespace_id))
  if (type === 'queue') return account.queues.has(named(binding.queue_name))
  if (type === 'r2_bucket') return account.buckets.has(named(binding.bucket_name))
  if (type === 'service') return account.workers.has(named(binding.service))
  if (type === 'durable_object_namespace') return worker.classes.includes(named(binding.class_name))
  return true
}

/** The part "metadata" of the form that wrangler uploads. */
function metadataOf(form: string): Metadata {
  const [, json = '{}'] = /name="metadata"[^{]*?\r\n\r\n(\{.*?)\r\n--/s.exec(form) ?? []
  return JSON.parse(json) as Metadata
}

const queueJson = ({ queue_id, queue_name, consumers }: Queue) => ({
  ...{ queue_id, queue_name, consumers, producers: [] },
  ...{ consumers_total_count: consumers.length, producers_total_count: 0 },
  ...{ created_on: '2026-11-23T00:00:00Z', modified_on: '2026-11-23T00:00:00Z' },
})
