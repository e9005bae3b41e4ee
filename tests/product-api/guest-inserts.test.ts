import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../product-api/database.ts'
import { groupedGuests, insertGuest } from '../../product-api/identity/guest-inserts.ts'
import { simulateGateways } from '../emulators/identity.ts'
import { database, requestProductApi } from '../support/product-api.ts'

beforeAll(simulateGateways)

const newGuest = () => ({
  id: crypto.randomUUID(),
  createdAt: '2026-11-28T10:00:00.000Z',
  expiresAt: '2026-12-05T10:00:00.000Z',
})

/** The database, with the number of its statements. `isDown`: it refuses them. */
function countedDatabase() {
  const state = { statements: 0, isDown: false }
  const db: Database = {
    ...database(),
    prepare(text) {
      state.statements += 1
      if (state.isDown) throw new Error('The database is down')
      return database().prepare(text)
    },
  }
  return { db, state }
}

const stored = async (ids: readonly string[]) => {
  const row = await database()
    .prepare('SELECT count(*) AS n FROM guests WHERE id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(ids))
    .first<{ n: number }>()
  return row?.n
}

describe('guests', () => {
  it('of the same moment are stored with one statement', async () => {
    const { db, state } = countedDatabase()
    const inserts = groupedGuests(() => db)
    const guests = Array.from({ length: 100 }, newGuest)
    await Promise.all(guests.map((guest) => inserts.add(guest)))
    expect([state.statements, await stored(guests.map(({ id }) => id))]).toEqual([1, 100])
  })

  it('are stored when the call returns, and at once where nobody else begins', async () => {
    const { db } = countedDatabase()
    const inserts = groupedGuests(() => db)
    const [first, second] = [newGuest(), newGuest()]
    await inserts.add(first)
    expect(await stored([first.id])).toBe(1)
    await inserts.add(second)
    expect(await stored([second.id])).toBe(1)
  })

  it('go on after a failure, which their callers get to know', async () => {
    const { db, state } = countedDatabase()
    const inserts = groupedGuests(() => db)
    state.isDown = true
    const [failed, later] = [newGuest(), newGuest()]
    await expect(inserts.add(failed)).rejects.toThrow('is down')
    state.isDown = false
    await inserts.add(later)
    expect(await stored([failed.id, later.id])).toBe(1)
  })

  it('are stored alone where the object fails', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const guest = newGuest()
    const GUESTS = {
      idFromName: (name: string) => name,
      get: () => ({ insert: () => Promise.reject(new Error('overloaded')) }),
    }
    await insertGuest({ DB: database(), GUESTS }, guest)
    expect([await stored([guest.id]), log.mock.calls.length]).toEqual([1, 1])
  })

  it('do not each ask a database that fails, after all of them have', async () => {
    const { db, state } = countedDatabase()
    const GUESTS = {
      idFromName: (name: string) => name,
      get: () => ({ insert: () => Promise.resolve({ error: 'Error: D1 DB is overloaded' }) }),
    }
    await expect(insertGuest({ DB: db, GUESTS }, newGuest())).rejects.toThrow('overloaded')
    expect(state.statements).toBe(0)
  })

  it('get a token that works at once', async () => {
    const ask = (path: string, headers: Record<string, string>) =>
      requestProductApi(path, { headers })
    const tokens = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        ask('/api/guest/token', { 'x-client-address': `49.207.${n}.1` }),
      ),
    )
    for (const token of tokens) {
      const { jwt } = await token.json<{ jwt: string }>()
      const { status } = await ask('/api/user-test-progresses', { authorization: `Bearer ${jwt}` })
      expect(status).toBe(200)
    }
  })
})
