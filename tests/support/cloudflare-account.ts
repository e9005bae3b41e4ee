import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { databaseId, startD1Api, type RouteAnswer } from './d1-api.ts'

// An empty Cloudflare account for following the README's section "Deploying" without one: D1, KV,
// queues, secrets and the upload of Workers. What is uploaded is not run.
//   node tests/support/cloudflare-account.ts FILE PORT

const [file = ':memory:', port = '9400'] = process.argv.slice(2)
const secrets = new Map<string, string[]>()
const workers = new Set<string>()
const queues = new Map<string, { queue_id: string; queue_name: string; consumers: unknown[] }>()

const api = await startD1Api({
  database: new DatabaseSync(file, { enableForeignKeyConstraints: true }),
  port: Number(port),
  otherRoutes: (method, url, body) => {
    const [path = ''] = url.replace(/^\/accounts\/[0-9a-f]{32}/, '').split('?')
    const answer = routes.find(([key]) => key.test(`${method} ${path}`))
    const [, name = ''] = answer?.[0].exec(`${method} ${path}`) ?? []
    console.log(`${method} ${path}${answer ? '' : ' (not simulated)'}`)
    return answer?.[1](name, body)
  },
})
for (const [name, value] of Object.entries(api.settings))
  if (name !== 'D1_DATABASE_ID') console.log(`export ${name}=${value}`)

const routes: [RegExp, (name: string, body: string) => RouteAnswer][] = [
  [/^POST \/d1\/database$/, (_, body) => ({ result: { uuid: databaseId, ...fieldsOf(body) } })],
  [/^GET \/d1\/database$/, () => ({ result: [d1] })],
  [/^GET \/d1\/database\/[\w-]+$/, () => ({ result: d1 })],
  [
    /^POST \/storage\/kv\/namespaces$/,
    (_, body) => ({ result: { id: randomBytes(16).toString('hex'), ...fieldsOf(body) } }),
  ],
  [/^GET \/storage\/kv\/namespaces$/, () => ({ result: [] })],
  [/^GET \/queues$/, () => ({ result: [...queues.values()].map(queueJson) })],
  [/^POST \/queues$/, (_, body) => createQueue(String(fieldsOf(body).queue_name))],
  [/^GET \/queues\/(\w+)$/, (id) => withQueue(id, queueJson)],
  [/^GET \/queues\/(\w+)\/consumers$/, (id) => withQueue(id, ({ consumers }) => consumers)],
  [
    /^POST \/queues\/(\w+)\/consumers$/,
    (id, body) =>
      withQueue(id, ({ consumers }) => {
        const consumer = { consumer_id: randomBytes(16).toString('hex'), ...fieldsOf(body) }
        consumers.push(consumer)
        return consumer
      }),
  ],
  [/^PUT \/queues\/(\w+)\/consumers\/\w+$/, (id, body) => withQueue(id, () => fieldsOf(body))],
  [/^PUT \/workers\/scripts\/([\w-]+)\/secrets$/, (name, body) => putSecret(name, body)],
  [
    /^GET \/workers\/scripts\/([\w-]+)\/secrets$/,
    (name) => ({ result: (secrets.get(name) ?? []).map((secret) => ({ name: secret })) }),
  ],
  [/^PUT \/workers\/scripts\/([\w-]+)$/, (name) => upload(name)],
  [/^GET \/workers\/scripts\/[\w-]+\/deployments$/, () => ({ result: { deployments: [] } })],
  [/^POST \/workers\/scripts\/([\w-]+)\/versions$/, (name) => upload(name)],
  [/^POST \/workers\/scripts\/[\w-]+\/deployments$/, () => ({ result: { id: 'deployment' } })],
  [/^PATCH \/workers\/scripts\/[\w-]+\/script-settings$/, () => ({ result: {} })],
  [/^PUT \/workers\/scripts\/[\w-]+\/schedules$/, () => ({ result: { schedules: [] } })],
  [
    /^(?:GET|POST) \/workers\/scripts\/[\w-]+\/subdomain$/,
    () => ({ result: { enabled: true, previews_enabled: false } }),
  ],
  [
    /^(?:GET|PATCH|PUT) \/workers\/workers\/([\w-]+)$/,
    (name) => ({
      result: { id: name, name, subdomain: { enabled: true, previews_enabled: false } },
    }),
  ],
  [/^GET \/workers\/scripts\/[\w-]+\/settings$/, () => ({ result: { bindings: [] } })],
  [
    /^GET \/workers\/scripts$/,
    // As if the classes of objects had been created by the first upload.
    () => ({ result: [...workers].map((id) => ({ id, migration_tag: 'v1' })) }),
  ],
  [/^GET \/workers\/subdomain$/, () => ({ result: { subdomain: 'stand-in' } })],
  [
    /^POST \/workers\/scripts\/[\w-]+\/assets-upload-session$/,
    () => ({ result: { jwt: 'assets', buckets: [] } }),
  ],
  [/^GET \/workers\/services\/([\w-]+)$/, (name) => serviceOf(name)],
  [/^GET \/r2\/buckets\/([\w-]+)\/lifecycle$/, (name) => rulesOf(name)],
  [/^PUT \/r2\/buckets\/([\w-]+)\/lifecycle$/, (name, body) => setRules(name, body)],
  [
    /^POST \/r2\/buckets$/,
    (_path, body) => {
      buckets.set(String(fieldsOf(body).name), [])
      return { result: {} }
    },
  ],
]

const d1 = { uuid: databaseId, name: 'abhyasa-product', version: 'production' }
const fieldsOf = (body: string) => JSON.parse(body) as Record<string, unknown>
const notFound: RouteAnswer = { status: 404, code: 10007, message: 'This Worker does not exist' }

function putSecret(worker: string, body: string): RouteAnswer {
  if (!workers.has(worker)) return notFound
  const { name } = fieldsOf(body)
  secrets.set(worker, [...(secrets.get(worker) ?? []), String(name)])
  return { result: { name, type: 'secret_text' } }
}

const buckets = new Map<string, unknown>()

const rulesOf = (bucket: string): RouteAnswer =>
  buckets.has(bucket)
    ? { result: { rules: buckets.get(bucket) } }
    : { status: 404, code: 10006, message: 'The specified bucket does not exist' }

function setRules(bucket: string, body: string): RouteAnswer {
  const answer = rulesOf(bucket)
  if (buckets.has(bucket)) buckets.set(bucket, fieldsOf(body).rules)
  return answer
}

function upload(name: string): RouteAnswer {
  workers.add(name)
  const resources = { script: { etag: 'etag', handlers: ['fetch'] }, bindings: [] }
  return { result: { id: name, etag: 'etag', startup_time_ms: 10, resources } }
}

const serviceOf = (name: string): RouteAnswer =>
  workers.has(name)
    ? { result: { id: name, default_environment: { environment: 'production', script: {} } } }
    : { status: 404, code: 10090, message: 'This Worker does not exist' }

type Queue = typeof queues extends Map<string, infer Value> ? Value : never

const queueJson = ({ queue_id, queue_name, consumers }: Queue) => ({
  ...{ queue_id, queue_name, consumers, producers: [] },
  ...{ consumers_total_count: consumers.length, producers_total_count: 0 },
  ...{ created_on: '2026-11-23T00:00:00Z', modified_on: '2026-11-23T00:00:00Z' },
})

function createQueue(name: string): RouteAnswer {
  if ([...queues.values()].some(({ queue_name }) => queue_name === name))
    return { status: 409, code: 11009, message: 'Queue name is already taken' }
  const queue = { queue_id: randomBytes(16).toString('hex'), queue_name: name, consumers: [] }
  queues.set(queue.queue_id, queue)
  return { result: queueJson(queue) }
}

function withQueue(id: string, answer: (queue: Queue) => unknown): RouteAnswer {
  const queue = queues.get(id)
  return queue
    ? { result: answer(queue) }
    : { status: 404, code: 11000, message: 'Queue does not exist' }
}
