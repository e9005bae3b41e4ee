import { readFileSync } from 'node:fs'
import { retentionPeriods } from '../domain/retention.ts'
import { parseArguments } from './arguments.ts'
import { build } from './build-site.ts'
import { missingSecrets } from './deployed-secrets.ts'
import { runProcess } from './processes.ts'
import { publishFolder } from './publish-folder.ts'
import { remoteDatabase, type RemoteDatabase } from './remote-database.ts'
import { runTask, step, TaskError } from './task.ts'

const usage = `npm run deploy -- [options]

  Builds, applies the migrations of the deployed database, creates the queues and the bucket that do
  not exist, brings the content and deploys the three Workers. What is done stays: run it again
  after a failure. Needs CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.

  --no-content   leaves the content as it is
  --no-build     deploys what is in dist/
  --dry-run      does what is possible offline`

const { values: options } = parseArguments(usage, {
  options: {
    'no-content': { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** The rule that deletes journals. */
const expiry = 'journals-expire'

await runTask(async () => {
  if (options.help) return console.log(usage)
  const isDry = options['dry-run']
  const hasContent = !isDry && !options['no-content']
  // Before the build: without credentials or the id of the database it stops here.
  const remote = hasContent ? remoteDatabase() : null
  if (!options['no-build']) await step('Building messages, client and workers', build)
  const productApi = readJson('dist/abhyasa_product_api/wrangler.json') as {
    d1_databases: [{ database_id: string; database_name: string }]
    queues: { consumers: [{ queue: string; dead_letter_queue: string }] }
    r2_buckets?: { bucket_name: string }[]
  }
  const [database] = productApi.d1_databases
  if (!isDry && !/^[0-9a-f-]{36}$/.test(database.database_id))
    throw new TaskError(
      'product-api/wrangler.toml has no database id; run ' +
        `"npm run wrangler -- d1 create ${database.database_name}" and enter its id as ` +
        'database_id.',
    )
  const desks = readJson('dist/abhyasa_desk/wrangler.json') as typeof productApi
  if (desks.d1_databases[0].database_id !== database.database_id)
    throw new TaskError(
      'desk/wrangler.toml has another database_id than product-api/wrangler.toml; enter the same.',
    )
  const sites = readJson('dist/abhyasa_site/wrangler.json') as { kv_namespaces: [{ id: string }] }
  if (!isDry && !/^[0-9a-f]{32}$/.test(sites.kv_namespaces[0].id))
    throw new TaskError(
      'wrangler.toml has no id of a KV namespace; run ' +
        '"npm run wrangler -- kv namespace create SESSIONS" and enter its id.',
    )
  if (!isDry)
    await step('Migrating the remote database', () => applyMigrations(database.database_name))
  const [{ queue, dead_letter_queue }] = productApi.queues.consumers
  if (!isDry)
    await step('Creating the queues that do not exist', async () => {
      await Promise.all([queue, dead_letter_queue].map(createQueue))
    })
  // None where the operator has removed the binding (product-api/wrangler.toml).
  const buckets = productApi.r2_buckets ?? []
  if (!isDry && buckets.length > 0)
    await step('Creating the bucket that does not exist', async () => {
      for (const { bucket_name } of buckets) await createBucket(bucket_name)
    })
  if (remote) await step('Publishing the content', () => publishAll(remote))
  const dry = isDry ? ['--dry-run'] : []
  await step('Deploying the product API', () =>
    wrangler('deploy', ...dry, '-c', 'dist/abhyasa_product_api/wrangler.json'),
  )
  await step('Deploying the site', () =>
    wrangler('deploy', ...dry, '-c', 'dist/abhyasa_site/wrangler.json'),
  )
  await step('Deploying the desk', () =>
    wrangler('deploy', ...dry, '-c', 'dist/abhyasa_desk/wrangler.json'),
  )
  // Who has signed in by "wrangler login" has no token here.
  if (!isDry && process.env.CLOUDFLARE_API_TOKEN)
    await step('Looking for missing secrets', async () => {
      for (const sentence of await missingSecrets()) console.log(`  ${sentence}`)
    })
})

/** wrangler prints a table of all migrations after each of them, thousands of lines for a new
 *  database: shown is how many are applied, and where it fails everything but the tables. */
async function applyMigrations(database: string) {
  const args = [
    'd1',
    'migrations',
    'apply',
    database,
    '--remote',
    '-c',
    'product-api/wrangler.toml',
  ]
  let pending = 0
  let applied = 0
  const show = (line: string) => {
    const [, count] = /About to apply (\d+) migration/.exec(line) ?? []
    if (count !== undefined) pending = Number(count)
    if (!/Executed \d+ command/.test(line)) return
    applied += 1
    if (applied === pending || applied % 10 === 0)
      console.log(`  ${applied} of ${pending} migrations`)
  }
  const { status, output } = await runProcess('wrangler', args, { onLine: show })
  if (status !== 0) {
    console.log(output.replace(/^([┌├└].*|│.*[│✅🕒].*)\n/gmu, ''))
    throw failed(args)
  }
  if (pending === 0) console.log('  no new migrations')
}

/** The content comes before the Workers, so that a new site is never empty. */
async function publishAll(remote: RemoteDatabase) {
  const outcome = await publishFolder(remote, { withdraw: false })
  if (outcome !== 'published')
    throw new TaskError(
      `The content is ${outcome === 'unknown' ? 'perhaps not' : 'not completely'} published, and ` +
        'the Workers are not deployed; run "npm run deploy" again, or add "-- --no-content".',
    )
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** The Worker that uses a queue is refused where it does not exist. */
async function createQueue(name: string) {
  const args = ['queues', 'create', name]
  const { status, output } = await runProcess('wrangler', args)
  const exists = status !== 0 && /\[code: 11009\]|already taken/.test(output)
  if (status !== 0 && !exists) {
    process.stdout.write(output)
    throw failed(args)
  }
  console.log(`  ${name}: ${exists ? 'exists' : 'created'}`)
}

/** A bucket with the rule that deletes what no reader's object has deleted. */
async function createBucket(name: string) {
  const lifecycle = ['r2', 'bucket', 'lifecycle']
  const { status, output } = await runProcess('wrangler', [...lifecycle, 'list', name])
  const hasRule = status === 0 && output.includes(expiry)
  if (status !== 0) await quietly('r2', 'bucket', 'create', name, '--location', 'apac')
  const days = String(retentionPeriods.fullJournals.days)
  if (!hasRule)
    await quietly(...lifecycle, 'add', name, expiry, 'journals/', '--expire-days', days, '--force')
  const made = status === 0 ? 'exists' : 'created'
  console.log(`  ${name}: ${made}; deletes journals after ${days} days`)
}

/** What wrangler prints of a queue or bucket that it has created is advice for another project. */
async function quietly(...args: string[]) {
  const { status, output } = await runProcess('wrangler', args)
  if (status === 0) return
  process.stdout.write(output)
  throw failed(args)
}

async function wrangler(...args: string[]) {
  const { status } = await runProcess('wrangler', args, { show: true })
  if (status !== 0) throw failed(args)
}

function failed(args: readonly string[]): TaskError {
  return new TaskError(
    `"wrangler ${args.join(' ')}" failed; its output is above. What was done before stays: run ` +
      '"npm run deploy" again.',
  )
}
