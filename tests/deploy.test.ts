import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unstable_getMiniflareWorkerOptions as readWorker } from 'wrangler'
import { startAccount, type CloudflareAccount } from './support/cloudflare-account.ts'
import { contentFolder, fewFiles, type ContentFolder } from './support/content-folder.ts'
import { databaseId } from './support/d1-api.ts'

// The command "npm run deploy" itself, with wrangler, on what the build has made.

const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true })
const namespace = '0123456789abcdef0123456789abcdef'
const configs = ['dist/abhyasa_product_api', 'dist/abhyasa_site', 'dist/abhyasa_desk']
let account: CloudflareAccount
let content: ContentFolder
/** The files that a deployment reads, with the ids of the account. */
let project = ''

beforeAll(async () => {
  account = await startAccount({ database })
  account.namespaces.add(namespace)
  content = await contentFolder([fewFiles.page, fewFiles.cards])
  project = await mkdtemp(join(tmpdir(), 'abhyasa-deploy-'))
  await mkdir(join(project, 'product-api'))
  for (const path of ['dist', 'product-api/migrations', 'product-api/wrangler.toml'])
    await cp(path, join(project, path), { recursive: true })
  const settings = ['product-api/wrangler.toml', ...configs.map((path) => `${path}/wrangler.json`)]
  for (const path of settings.map((name) => join(project, name)))
    await writeFile(path, withIds(await readFile(path, 'utf8')))
  await symlink(content.path, join(project, 'content'))
}, 60_000)
afterAll(async () => {
  await account.api.stop()
  await content.delete()
  await rm(project, { recursive: true })
})

const withIds = (text: string) =>
  text
    .replace(/((?<!preview_)"?\bdatabase_id"?\s*[:=]\s*)"[^"]*"/g, `$1"${databaseId}"`)
    .replace(/("kv_namespaces":\[\{[^}]*"id":)"[^"]*"/, `$1"${namespace}"`)

const count = (table: string) =>
  (database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n

it('stops where Cloudflare fails, and run again makes all that Workers are bound to', async () => {
  account.broken.add('POST /r2/buckets')
  const first = await deploy()
  expect(first.status).toBe(1)
  expect(first.output).toContain(
    '58 of 58 migrations'.replace(/58/g, String(count('d1_migrations'))),
  )
  expect(first.output).toMatch(/✗ "wrangler r2 bucket create .* run "npm run deploy" again\.\n$/)
  expect(account.workers.size).toBe(0)

  account.broken.clear()
  // "wrangler secret put" creates the Worker.
  account.workers.set('abhyasa-site', {
    ...{ secrets: ['SESSION_KEYS'], bindings: [], tag: null, classes: [], crons: [] },
  })
  const second = await deploy()
  expect([second.status, second.output.split('\n').at(-2)]).toEqual([
    0,
    expect.stringMatching(/^ {2}done in/),
  ])
  expect(second.output).toContain('no new migrations')
  expect(second.output).toContain('abhyasa-attempts: exists')
  expect(second.output).toContain('abhyasa-journals: created; deletes journals after 90 days')
  expect(second.output).toMatch(/Published: 3 files\. Not published: 0\. Unknown: 0\./)
  expect(count('pages')).toBe(1)
  expect(second.output).toContain(
    'abhyasa-product-api: JWT_SECRETS is not set: sign-in answers 503. ' +
      'npm run wrangler -- secret put JWT_SECRETS -c product-api/wrangler.toml\n',
  )
  expect(second.output).not.toContain('SESSION_KEYS')

  expect(Object.fromEntries(account.buckets)).toMatchObject({
    'abhyasa-journals': {
      rules: [{ id: 'journals-expire', enabled: true, conditions: { prefix: 'journals/' } }],
    },
  })
  expect([...account.queues.keys()].sort()).toEqual(['abhyasa-attempts', 'abhyasa-attempts-failed'])
  expect([...account.workers.keys()].sort()).toEqual([
    'abhyasa-desk',
    'abhyasa-product-api',
    'abhyasa-site',
  ])
  for (const folder of configs) {
    const config = JSON.parse(
      await readFile(join(project, folder, 'wrangler.json'), 'utf8'),
    ) as Config
    const { bindings, classes, tag, crons } = account.workers.get(config.name)!
    const names = bindings.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(boundNames(config)))
    expect(classes).toEqual(config.migrations?.flatMap((step) => step.new_sqlite_classes) ?? [])
    expect(tag).toBe(config.migrations?.at(-1)?.tag ?? null)
    expect(crons).toEqual(config.triggers?.crons ?? [])
  }
}, 120_000)

it('names an option that it does not know, before anything is done', async () => {
  const requests = account.api.requests.length
  const { status, output } = await deploy('--no-contents')
  expect(status).toBe(1)
  expect(output).toContain("Unknown option '--no-contents'")
  expect(account.api.requests).toHaveLength(requests)
})

it('leaves the local database to the local Workers when the ids of an account are entered', () => {
  for (const folder of configs.filter((name) => !name.endsWith('site'))) {
    const { workerOptions } = readWorker(join(project, folder, 'wrangler.json'))
    expect(workerOptions.d1Databases).toMatchObject({ DB: { id: 'abhyasa-product' } })
  }
})

type Named = { binding?: string; name?: string }[]
type Config = {
  name: string
  migrations?: { tag: string; new_sqlite_classes: string[] }[]
  triggers?: { crons?: string[] }
  durable_objects?: { bindings: Named }
  queues?: { producers?: Named }
} & Partial<Record<'d1_databases' | 'kv_namespaces' | 'r2_buckets' | 'services', Named>>

const boundNames = (config: Config) =>
  [
    ...(config.durable_objects?.bindings ?? []),
    ...(config.queues?.producers ?? []),
    ...(config.d1_databases ?? []),
    ...(config.kv_namespaces ?? []),
    ...(config.r2_buckets ?? []),
    ...(config.services ?? []),
  ].map(({ binding, name }) => binding ?? name)

async function deploy(...options: string[]): Promise<{ status: number; output: string }> {
  const child = spawn(process.execPath, [resolve('tasks/deploy.ts'), '--no-build', ...options], {
    cwd: project,
    env: {
      PATH: [resolve('node_modules/.bin'), process.env.PATH].join(delimiter),
      HOME: project,
      ...account.api.settings,
      D1_DATABASE_ID: '',
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_WRITE_LOGS: 'false',
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const status = await new Promise<number>((done) => child.on('exit', (code) => done(code ?? 1)))
  return { status, output }
}
