import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { databaseOverBatches, type Database, type QueryResult } from '../product-api/database.ts'
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
    const database = databaseOverBatches(async (statements) => {
      const response = await workers.dispatchFetch('http://database/', {
        method: 'POST',
        body: JSON.stringify(statements),
      })
      if (!response.ok) throw new Error(await response.text())
      return (await response.json()) as QueryResult[]
    })
    return await work(database)
  } finally {
    await workers.dispose()
  }
}

/** Runs a batch inside workerd. Miniflare's own access from outside takes milliseconds for each
 *  statement. */
const batchWorker = `export default {
  async fetch(request, { DB }) {
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
