import { execFileSync } from 'node:child_process'
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import type { QueryResult, Statement } from '../../product-api/database.ts'
import { compatibilityDate, sharedOptions } from '../../tasks/local-workers.ts'

/** The built product API in a workerd process with D1 on disk, which can be killed at any moment
 *  and is started again at once. Beside it, a Worker by which tests read and write the database. */
export async function startKillableProductApi({
  port,
  state,
  bindings,
}: {
  port: number
  state: string
  bindings: Record<string, string>
}) {
  const options = convertV4MiniflareOptions({
    ...sharedOptions(state, true),
    host: '127.0.0.1',
    port,
    unsafeTriggerHandlers: true,
    workers: [await productApiWorker(bindings), databaseWorker],
  })
  const before = childProcesses()
  const workers = new Miniflare(options)
  await workers.ready
  let generation = 0
  let pid = newProcess(before)
  let restarted = Promise.resolve()

  async function restart() {
    const others = childProcesses()
    await workers.setOptions(options)
    await workers.ready
    pid = newProcess(others)
  }

  return {
    url: `http://127.0.0.1:${port}`,
    /** Of workerd. */
    pid: () => pid,
    /** How often it was killed. */
    kills: () => generation,
    /** Resolves when it runs again. */
    whenUp: () => restarted,
    /** Kills the process with SIGKILL and starts it again. */
    kill(): Promise<void> {
      restarted = restarted.then(async () => {
        generation += 1
        process.kill(pid, 'SIGKILL')
        await restart()
      })
      return restarted
    },
    runBatch: async (statements: readonly Statement[]): Promise<QueryResult[]> => {
      const worker = await workers.getWorker('database')
      const answer = await worker.fetch('http://database/', {
        method: 'POST',
        body: JSON.stringify(statements),
      })
      if (!answer.ok) throw new Error(await answer.text())
      return (await answer.json()) as QueryResult[]
    },
    runCron: async () => {
      const worker = await workers.getWorker('abhyasa-product-api')
      await worker.scheduled({ cron: '* * * * *' })
    },
    stop: () => workers.dispose(),
  }
}

export type KillableProductApi = Awaited<ReturnType<typeof startKillableProductApi>>

async function productApiWorker(bindings: Record<string, string>): Promise<V4WorkerOptions> {
  const { unstable_getMiniflareWorkerOptions: readWorker } = await import('wrangler')
  const { workerOptions, main } = readWorker('dist/abhyasa_product_api/wrangler.json')
  const { modulesRules: _rulesForBundling, ...options } = workerOptions
  return {
    ...options,
    name: 'abhyasa-product-api',
    modules: true,
    scriptPath: main,
    bindings,
    // Their alarms come in real time, and tests move the stored times: the cron trigger asks.
    durableObjects: withoutClocks(options.durableObjects as Objects),
  } as V4WorkerOptions
}

type Objects = NonNullable<V4WorkerOptions['durableObjects']>

const withoutClocks = (objects: Objects): Objects =>
  Object.fromEntries(Object.entries(objects).filter(([name]) => name !== 'PAYMENT_CLOCKS'))

const databaseWorker: V4WorkerOptions = {
  name: 'database',
  compatibilityDate,
  modules: true,
  d1Databases: { DB: 'abhyasa-product' },
  script: `export default {
    async fetch(request, { DB }) {
      const statements = await request.json()
      try {
        const results = await DB.batch(
          statements.map(({ text, values }) => DB.prepare(text).bind(...values)),
        )
        return Response.json(results.map(({ results, meta }) => ({ results, meta })))
      } catch (error) {
        return new Response(String(error), { status: 500 })
      }
    },
  }`,
}

/** The ids of this process's children that run workerd. */
export function childProcesses(): number[] {
  try {
    const list = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(process.pid)])
    return list
      .toString()
      .split('\n')
      .flatMap((line) => (line.includes('workerd') ? [Number.parseInt(line, 10)] : []))
  } catch {
    // ps fails where there are no children.
    return []
  }
}

/** The id of the one that was started since. */
export function newProcess(before: readonly number[]): number {
  const pid = childProcesses().find((one) => !before.includes(one))
  if (pid === undefined) throw new Error('The new process of workerd was not found')
  return pid
}
