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
