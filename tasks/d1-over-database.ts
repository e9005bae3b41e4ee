import type { Database } from '../authoring/load.ts'

type Bound = { text: string; values: unknown[] }

/** A local or deployed database in the shape of D1's binding, as far as the product API's own code uses it: so that a task on the
 *  operator's machine runs that very code. One round trip for each statement or batch. */
export function d1Over(database: Database): D1Database {
  const run = async (statements: Bound[]) =>
    (await patiently(() => database.batch(statements as Parameters<Database['batch']>[0]))).map(
      (results) => ({ results, success: true, meta: {} }),
    )
  const one = async (statement: Bound) =>
    (await run([statement]))[0] ?? { results: [], success: true, meta: {} }
  const statement = (text: string, values: unknown[]) => ({
    text,
    values,
    bind: (...bound: unknown[]) => statement(text, bound),
    all: () => one({ text, values }),
    run: () => one({ text, values }),
    first: async () => (await one({ text, values })).results[0] ?? null,
  })
  return {
    prepare: (text: string) => statement(text, []),
    batch: (statements: Bound[]) => run(statements),
  } as unknown as D1Database
}

const mostTries = 30

/** A local database may be locked for a moment by the site that runs beside the task. A batch that was refused has changed nothing. */
async function patiently<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      if (tries === mostTries || !String(error).includes('SQLITE_BUSY')) throw error
      await new Promise((done) => setTimeout(done, 100))
    }
}
