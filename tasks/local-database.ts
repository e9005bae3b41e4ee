import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import {
  DatabaseFailure,
  databaseOverBatches,
  type Database,
  type QueryResult,
} from '../product-api/database.ts'
import { compatibilityDate, sharedOptions } from './local-workers.ts'

/** Opens the local database of the product API, for migrations, content and commands. */
export async function withLocalDatabase<Value>(
  state: string,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const workers = new Miniflare(
    convertV4MiniflareOptions({
      ...sharedOptions(state, true),
      compatibilityDate,
      modules: true,
      script: batchWorker,
      d1Databases: { DB: 'abhyasa-product' },
    }),
  )
  try {
    let lastSentAt = Date.now()
    const database = databaseOverBatches(async (statements) => {
      // workerd closes idle connections. A request that nothing depends on finds out, because a
      // batch must not be sent twice.
      if (Date.now() - lastSentAt > maxIdleMs)
        await workers.dispatchFetch('http://database/').catch(() => null)
      lastSentAt = Date.now()
      const response = await workers.dispatchFetch('http://database/', {
        method: 'POST',
        body: JSON.stringify(statements),
      })
      if (!response.ok) throw failureOf(await response.text())
      return (await response.json()) as QueryResult[]
    })
    return await work(database)
  } finally {
    await workers.dispose()
  }
}

const maxIdleMs = 1000

/** What the database refuses is said as of a deployed one, not as a fault of the command. */
const failureOf = (message: string): Error =>
  message.includes('SQLITE_CONSTRAINT')
    ? new DatabaseFailure('refused', message)
    : new Error(message)

/** Runs a batch inside workerd. Miniflare's own access from outside takes milliseconds for each
 *  statement. */
const batchWorker = `export default {
  async fetch(request, { DB }) {
    if (request.method === 'GET') return new Response(null, { status: 204 })
    const statements = await request.json()
    const prepared = statements.map(({ text, values }) => DB.prepare(text).bind(...values))
    try {
      const results = await DB.batch(prepared)
      return Response.json(results.map(({ results, meta }) => ({ results, meta })))
    } catch (error) {
      return new Response(String(error), { status: 500 })
    }
  },
}`
