import { describe, expect, it } from 'vitest'
import { databaseOverBatches, DatabaseFailure } from '../../product-api/database.ts'

// A command beside a running site: the local file is busy before a batch runs, or after it.

const busy = 'Error: D1_ERROR: database is locked: SQLITE_BUSY'
const busyAfterwards =
  'Error: D1_ERROR: Failed to get session commit token: database is locked: SQLITE_BUSY'

function failingDatabase(message: string, failures: number) {
  const runs: string[] = []
  const database = databaseOverBatches((statements) => {
    runs.push(statements.map(({ text }) => text).join(';'))
    if (runs.length <= failures) return Promise.reject(new Error(message))
    return Promise.resolve(statements.map(() => ({ results: [], meta: emptyMeta })))
  })
  return { database, runs }
}
const emptyMeta = { changes: 0, last_row_id: 0 }

describe('a batch that finds the local file busy', () => {
  it('runs again if it was refused', async () => {
    const { database, runs } = failingDatabase(busy, 2)
    await database.prepare('UPDATE t SET a = 1').run()
    expect(runs).toHaveLength(3)
  })

  it('that only reads runs again also after it has run', async () => {
    const { database, runs } = failingDatabase(busyAfterwards, 2)
    await database.prepare(' SELECT 1').first()
    expect(runs).toHaveLength(3)
  })

  it('that writes does not run twice after it has run: its outcome is unknown', async () => {
    const { database, runs } = failingDatabase(busyAfterwards, 1)
    const running = database.prepare('UPDATE t SET a = a + 1').run()
    await expect(running).rejects.toMatchObject({ outcome: 'unknown' })
    await expect(running).rejects.toBeInstanceOf(DatabaseFailure)
    expect(runs).toHaveLength(1)
  })

  it('for too long is a failure with a sentence, and has changed nothing', async () => {
    const { database } = failingDatabase(busy, Infinity)
    await expect(database.prepare('UPDATE t SET a = 1').run()).rejects.toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('busy'),
    })
  })
})
