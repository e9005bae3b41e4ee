import { runInDurableObject, type D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Statement } from '../../product-api/database.ts'

type Given = {
  NOTEBOOK: DurableObjectNamespace
  TEST_MIGRATIONS: D1Migration[]
  TEST_CONTENT: string
}

/** Runs `work` with a database that answers as D1 does and is made of the same SQLite in the same runtime, but lies in the test's own
 *  isolate: a hundred times as fast, and every statement passes `gate` first and afterwards, where a test may let others go ahead, or
 *  let whoever asks die. Migrated, with the catalogue. */
export async function withDurableObjectDatabase(
  gate: () => Promise<void>,
  work: (db: D1Database, sql: SqlStorage) => Promise<void>,
) {
  const { NOTEBOOK, TEST_MIGRATIONS, TEST_CONTENT } = env as unknown as Given
  const stub = NOTEBOOK.get(NOTEBOOK.idFromName(crypto.randomUUID()))
  await runInDurableObject(stub, async (_notebook, { storage }) => {
    for (const { queries } of TEST_MIGRATIONS) for (const query of queries) storage.sql.exec(query)
    const [catalogue = []] = JSON.parse(TEST_CONTENT) as Statement[][]
    for (const { text, values } of catalogue) storage.sql.exec(text, ...values)
    await work(databaseIn(storage, gate), storage.sql)
  })
}

type Bound = { text: string; values: unknown[] }
type Value = string | number | null

function databaseIn(storage: DurableObjectStorage, gate: () => Promise<void>): D1Database {
  const run = ({ text, values }: Bound) => ({
    results: storage.sql.exec(text, ...(values as Value[])).toArray(),
    success: true,
    meta: {},
  })
  const gated = async <Result>(work: () => Result): Promise<Result> => {
    await gate()
    const result = work()
    await gate()
    return result
  }
  const statement = (text: string, values: unknown[]) => ({
    text,
    values,
    bind: (...bound: unknown[]) => statement(text, bound),
    all: () => gated(() => run({ text, values })),
    run: () => gated(() => run({ text, values })),
    first: () => gated(() => run({ text, values }).results[0] ?? null),
  })
  return {
    prepare: (text: string) => statement(text, []),
    batch: (statements: Bound[]) => gated(() => storage.transactionSync(() => statements.map(run))),
  } as unknown as D1Database
}
