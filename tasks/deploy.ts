import { readFileSync } from 'node:fs'
import { retentionPeriods } from '../domain/retention.ts'
import { build } from './build-site.ts'
import { runProcess } from './processes.ts'
import { publishFolder } from './publish-folder.ts'
import { remoteDatabase, type RemoteDatabase } from './remote-database.ts'
import { runTask, step, TaskError } from './task.ts'

/** The rule that deletes journals. Above the task: a constant below it does not exist while it runs. */
const expiry = 'journals-expire'

// Deploys the database's migrations, the content and the three Workers. --dry-run does what is
// possible offline; --no-content leaves the content as it is.
await runTask(async () => {
  const isDry = process.argv.includes('--dry-run')
  const hasContent = !isDry && !process.argv.includes('--no-content')
  await step('Building messages, client and workers', build)
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
  // Before anything is changed: without credentials it stops here.
  const remote = hasContent ? remoteDatabase() : null
  if (!isDry)
    await step('Migrating the remote database', () =>
      wrangler(
        'd1',
        'migrations',
        'apply',
        database.database_name,
        '--remote',
        '-c',
        'product-api/wrangler.toml',
      ),
    )
  const [{ queue, dead_letter_queue }] = productApi.queues.consumers
  if (!isDry)
    await step('Creating the queues that do not exist', async () => {
      for (const name of [queue, dead_letter_queue]) await createQueue(name)
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
})

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
  const { status } = await runProcess('wrangler', ['queues', 'info', name])
  if (status !== 0) await wrangler('queues', 'create', name)
}

/** A bucket with the rule that deletes what no reader's object has deleted. */
async function createBucket(name: string) {
  const lifecycle = ['r2', 'bucket', 'lifecycle']
  const rules = await runProcess('wrangler', [...lifecycle, 'list', name])
  if (rules.status !== 0) await wrangler('r2', 'bucket', 'create', name, '--location', 'apac')
  else if (rules.output.includes(expiry)) return
  const days = String(retentionPeriods.fullJournals.days)
  await wrangler(...lifecycle, 'add', name, expiry, 'journals/', '--expire-days', days, '--force')
}

async function wrangler(...args: string[]) {
  const { status } = await runProcess('wrangler', args, { show: true })
  if (status !== 0) throw new TaskError(`"wrangler ${args.join(' ')}" failed; its output is above.`)
}
