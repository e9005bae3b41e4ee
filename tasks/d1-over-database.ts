import type { Database } from '../product-api/importer/load.ts'

type Bound = { text: string; values: unknown[] }

/** A local or deployed database in the shape of D1's binding, as far as the product API's own code uses it: so that a task on the
 *  operator's machine runs that very code. One round trip for each statement or batch. */
export function d1Over(database: Database): D1Database {
  const run = async (statements: Bound[]) =>
    (await database.batch(statements as Parameters<Database['batch']>[0])).map((results) => ({
      results,
      success: true,
      meta: {},
    }))
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
