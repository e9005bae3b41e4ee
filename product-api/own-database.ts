import { databaseOverBatches, type Database, type QueryResult, type Statement } from './database.ts'

/** The part of a Durable Object's storage that the database of a reader's object is made of. */
export type ObjectStorage = {
  sql: {
    exec(text: string, ...values: (string | number | null)[]): SqlCursor
  }
  transactionSync<Value>(work: () => Value): Value
}
type SqlCursor = {
  toArray(): Record<string, ArrayBuffer | string | number | null>[]
  rowsRead: number
  rowsWritten: number
}

/** Runs statements in an object's storage as one transaction: all of them or none. Nothing is
 *  awaited in between, so no other request of the object sees half of it. */
export const runInStorage = (
  storage: ObjectStorage,
  statements: readonly Statement[],
): QueryResult[] =>
  storage.transactionSync(() =>
    statements.map(({ text, values }): QueryResult => {
      const cursor = storage.sql.exec(text, ...values)
      const results = cursor.toArray()
      const changes = Number(storage.sql.exec('SELECT changes() AS n').toArray()[0]?.n ?? 0)
      const { rowsRead: rows_read, rowsWritten: rows_written } = cursor
      return { results, meta: { changes, last_row_id: 0, rows_read, rows_written } }
    }),
  )

/** The database in a reader's object. `afterBatch` is called before anything else can happen, so
 *  that what it stores is written together with the batch. rowsWritten: by the batch. */
export const ownDatabase = (
  storage: ObjectStorage,
  afterBatch: (rowsWritten: number) => void,
): Database =>
  databaseOverBatches((statements) => {
    const results = runInStorage(storage, statements)
    afterBatch(rowsWrittenBy(results))
    return Promise.resolve(results)
  })

export const rowsWrittenBy = (results: readonly QueryResult[]) =>
  results.reduce((sum, { meta }) => sum + (meta.rows_written ?? 0), 0)
