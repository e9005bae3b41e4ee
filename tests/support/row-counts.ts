import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { PreparedStatement } from '../../product-api/database.ts'
import { database } from './product-api.ts'

export type RowCounts = { read: number; written: number }

/** Counts the rows that all further statements read and write, as D1 says it bills them, until
 *  `vi.restoreAllMocks()`. */
export function countRows(): RowCounts {
  const counts = { read: 0, written: 0 }
  const add = (result: unknown) => {
    const { meta } = result as { meta: { rows_read: number; rows_written: number } }
    counts.read += meta.rows_read
    counts.written += meta.rows_written
  }
  const db = database()
  const prototype = Object.getPrototypeOf(db.prepare('SELECT 1')) as Calls
  const { all, run } = prototype
  const counted = (call: Call) =>
    async function (this: PreparedStatement) {
      const result = await call.call(this)
      add(result)
      return result
    }
  const countedAll = counted(all)
  vi.spyOn(prototype, 'all').mockImplementation(countedAll)
  vi.spyOn(prototype, 'run').mockImplementation(counted(run))
  vi.spyOn(prototype, 'first').mockImplementation(async function (this: PreparedStatement) {
    return (await countedAll.call(this)).results[0] ?? null
  })
  const batch = db.batch.bind(db)
  vi.spyOn(db, 'batch').mockImplementation(async (statements) => {
    const results = await batch(statements)
    results.forEach(add)
    return results
  })
  return counts
}

type Call = (this: PreparedStatement) => Promise<{ results: unknown[] }>
type Calls = { all: Call; run: Call; first: (this: PreparedStatement) => Promise<unknown> }

/** The texts of all further statements in Durable Objects, until `vi.restoreAllMocks()`. */
export async function recordOwnStatements(): Promise<string[]> {
  const texts: string[] = []
  const { DATABASE } = env as unknown as { DATABASE: DurableObjectNamespace }
  await runInDurableObject(DATABASE.get(DATABASE.newUniqueId()), (_object, { storage }) => {
    const sql = Object.getPrototypeOf(storage.sql) as SqlStorage
    const exec = Reflect.get(sql, 'exec') as (...args: unknown[]) => unknown
    vi.spyOn(sql, 'exec').mockImplementation(function (this: SqlStorage, ...args: unknown[]) {
      texts.push(String(args[0]))
      return exec.apply(this, args) as never
    })
  })
  return texts
}

/** Counts the rows that all further statements in Durable Objects read and write, until
 *  `vi.restoreAllMocks()`. An alarm that is set is a row. */
export async function countOwnRows(): Promise<() => RowCounts> {
  const cursors: { rowsRead: number; rowsWritten: number }[] = []
  let alarms = 0
  const { DATABASE } = env as unknown as { DATABASE: DurableObjectNamespace }
  await runInDurableObject(DATABASE.get(DATABASE.newUniqueId()), (_object, { storage }) => {
    const sql = Object.getPrototypeOf(storage.sql) as SqlStorage
    const exec = Reflect.get(sql, 'exec') as (...args: unknown[]) => (typeof cursors)[number]
    vi.spyOn(sql, 'exec').mockImplementation(function (this: SqlStorage, ...args: unknown[]) {
      const cursor = exec.apply(this, args)
      cursors.push(cursor)
      return cursor as never
    })
    const storagePrototype = Object.getPrototypeOf(storage) as DurableObjectStorage
    const setAlarm = Reflect.get(storagePrototype, 'setAlarm') as (at: unknown) => Promise<void>
    vi.spyOn(storagePrototype, 'setAlarm').mockImplementation(function (
      this: DurableObjectStorage,
      at,
    ) {
      alarms += 1
      return setAlarm.call(this, at)
    })
  })
  return () => ({
    read: cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
    written: cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, alarms),
  })
}
