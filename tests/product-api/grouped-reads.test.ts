import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database, PreparedStatement } from '../../product-api/database.ts'
import {
  contentMemoryMs,
  databaseWithMemory,
  groupedReads,
  GroupedReads,
} from '../../product-api/grouped-reads.ts'
import { newWriter, testTaker } from '../support/attempts.ts'
import { newMember, resetLimits, startEmulatedProductApi } from '../support/emulated-product-api.ts'
import { database } from '../support/product-api.ts'

const bindings = env as unknown as { DB: Database }

/** The database, with the number of statements of each batch. `isDown`: it refuses them. `before`:
 *  is awaited before a batch is run. */
function watchedDatabase() {
  const primary = database()
  const state = {
    batches: [] as number[],
    isDown: false,
    before: () => Promise.resolve(),
  }
  const db: Database = {
    prepare: (text) => primary.prepare(text),
    async batch(statements) {
      state.batches.push(statements.length)
      if (state.isDown) throw new Error('The database is down')
      await state.before()
      return primary.batch(statements)
    },
  }
  return { db, state }
}

/** A statement that can be bound, of which each run is `fail`. */
const unusable = (statement: PreparedStatement, fail: () => Promise<never>): PreparedStatement => ({
  bind: (...values) => unusable(statement.bind(...values), fail),
  ...{ all: fail, first: fail, run: fail },
})

const plus = (n: number) => ({ text: 'SELECT ? + 1 AS n', values: [n] })

describe('reads of the same moment', () => {
  it('are one call, each different statement once', async () => {
    const { db, state } = watchedDatabase()
    const reads = new GroupedReads(() => db)
    const asked = [1, 2, 1, 1, 2, 3]
    const found = await Promise.all(asked.map((n) => reads.read([plus(n), plus(n + 10)])))
    expect(found.map((results) => results.map((one) => one.results))).toEqual(
      asked.map((n) => [[{ n: n + 1 }], [{ n: n + 11 }]]),
    )
    expect(state.batches).toEqual([6])
  })

  it('are calls of a hundred different statements', async () => {
    const { db, state } = watchedDatabase()
    const reads = new GroupedReads(() => db)
    const found = await Promise.all(Array.from({ length: 250 }, (_, n) => reads.read([plus(n)])))
    expect(found.map(([one]) => one!.results[0])).toEqual(
      Array.from({ length: 250 }, (_, n) => ({ n: n + 1 })),
    )
    expect(state.batches).toEqual([100, 100, 50])
  })

  it('of one reader are of the same moment, however many others ask', async () => {
    const { db, state } = watchedDatabase()
    const reads = new GroupedReads(() => db)
    const id = crypto.randomUUID()
    const count = 'SELECT count(*) AS n FROM guests WHERE id = ?'
    state.before = async () => {
      if (state.batches.length === 1) return
      await database()
        .prepare('INSERT INTO guests (id, created_at, expires_at) VALUES (?, ?, ?)')
        .bind(id, '2026-11-28T10:00:00.000Z', '2026-12-28T10:00:00.000Z')
        .run()
    }
    const others = Array.from({ length: 99 }, (_, n) => reads.read([plus(n)]))
    const [one, again] = await reads.read([
      { text: count, values: [id] },
      { text: `${count} `, values: [id] },
    ])
    expect(again!.results).toEqual(one!.results)
    await Promise.all(others)
  })

  it('begin after they were asked for: who comes while one is under way gets another', async () => {
    const { db, state } = watchedDatabase()
    const reads = new GroupedReads(() => db, 1)
    const id = crypto.randomUUID()
    const guest = { text: 'SELECT count(*) AS n FROM guests WHERE id = ?', values: [id] }
    let proceed = () => {}
    const underWay = new Promise<void>((resolve) => {
      state.before = () => {
        resolve()
        return new Promise((go) => (proceed = go))
      }
    })
    const early = reads.read([guest])
    await underWay
    state.before = () => Promise.resolve()
    await database()
      .prepare('INSERT INTO guests (id, created_at, expires_at) VALUES (?, ?, ?)')
      .bind(id, '2026-11-28T10:00:00.000Z', '2026-12-28T10:00:00.000Z')
      .run()
    const late = reads.read([guest])
    proceed()
    expect((await late)[0]!.results).toEqual([{ n: 1 }])
    await early
    expect(state.batches).toEqual([1, 1])
  })

  it('go on after a failure, which all who asked get to know', async () => {
    const { db, state } = watchedDatabase()
    const reads = new GroupedReads(() => db, 1)
    state.isDown = true
    const failed = await Promise.allSettled([reads.read([plus(1)]), reads.read([plus(2)])])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    state.isDown = false
    expect((await reads.read([plus(1)]))[0]!.results).toEqual([{ n: 2 }])
  })

  it('do not wait for a call that never ends', async () => {
    vi.useFakeTimers()
    try {
      const { db, state } = watchedDatabase()
      const reads = new GroupedReads(() => db)
      const lost = { isLost: false }
      state.before = () => ((lost.isLost = true), new Promise(() => {}))
      void reads.read([plus(1)])
      await vi.waitUntil(() => lost.isLost)
      state.before = () => Promise.resolve()
      const later = reads.read([plus(2)])
      await vi.advanceTimersByTimeAsync(10_000)
      expect((await later)[0]!.results).toEqual([{ n: 3 }])
    } finally {
      vi.useRealTimers()
    }
  })

  it('are calls of their own where the object fails, or is not there', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const READS = {
      idFromName: (name: string) => name,
      get: () => ({ read: () => Promise.reject(new Error('overloaded')) }),
    }
    const first = (db: Database) => db.prepare('SELECT ? AS n').bind(7).first()
    expect(await first(groupedReads({ DB: database(), READS }, 'primary'))).toEqual({ n: 7 })
    expect(log).toHaveBeenCalledOnce()
    expect(await first(groupedReads({ DB: database() }, 'nearest'))).toEqual({ n: 7 })
    log.mockRestore()
  })

  it('never write', async () => {
    const READS = { idFromName: (name: string) => name, get: () => ({}) }
    const db = groupedReads({ DB: database(), READS }, 'primary')
    for (const text of ['DELETE FROM guests', ' UPDATE guests SET id = 1', 'WITH a AS (SELECT 1)'])
      await expect(db.prepare(text).run()).rejects.toThrow('Only reads can be grouped')
  })
})

describe('content that many read', () => {
  afterEach(() => void vi.useRealTimers())

  it('is answered as it was less than two seconds ago', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { db, state } = watchedDatabase()
    const content = databaseWithMemory(() => db)
    const ask = (...values: number[]) =>
      content.batch(values.map((n) => content.prepare('SELECT ? + 1 AS n').bind(n)))
    const rows = async (...values: number[]) => (await ask(...values)).map((one) => one.results)
    expect(await rows(1, 2)).toEqual([[{ n: 2 }], [{ n: 3 }]])
    expect(await rows(2, 3, 1)).toEqual([[{ n: 3 }], [{ n: 4 }], [{ n: 2 }]])
    expect(state.batches).toEqual([2, 1])
    vi.setSystemTime(Date.now() + contentMemoryMs - 1)
    expect(await rows(1, 3)).toEqual([[{ n: 2 }], [{ n: 4 }]])
    expect(state.batches).toEqual([2, 1])
    vi.setSystemTime(Date.now() + 1)
    expect(await rows(1)).toEqual([[{ n: 2 }]])
    expect(state.batches).toEqual([2, 1, 1])
  })

  it('is read again where there was none, or the database failed', async () => {
    const { db, state } = watchedDatabase()
    const content = databaseWithMemory(() => db)
    const nobody = () => content.prepare('SELECT 1 FROM guests WHERE id = ?').bind('nobody').all()
    await nobody()
    await nobody()
    expect(state.batches).toEqual([1, 1])
    state.isDown = true
    await expect(content.prepare('SELECT 5 AS n').first()).rejects.toThrow()
    state.isDown = false
    expect(await content.prepare('SELECT 5 AS n').first()).toEqual({ n: 5 })
  })

  it('is kept in memory for the last forty different reads', async () => {
    const { db, state } = watchedDatabase()
    const content = databaseWithMemory(() => db)
    const ask = (n: number) => content.prepare('SELECT ? + 1 AS n').bind(n).first()
    for (let n = 0; n < 60; n++) await ask(n)
    for (let n = 59; n >= 20; n--) expect(await ask(n)).toEqual({ n: n + 1 })
    expect(state.batches).toHaveLength(60)
    await ask(0)
    expect(state.batches).toHaveLength(61)
  })
})

describe('very many in the same moment', () => {
  let prepared: string[] = []
  let primary: Database

  beforeAll(startEmulatedProductApi)
  beforeEach(async () => {
    await resetLimits()
    primary = database()
    bindings.DB = {
      prepare: (text) => {
        prepared.push(text)
        return primary.prepare(text)
      },
      batch: (statements) => primary.batch(statements),
    }
  })
  afterEach(() => void (bindings.DB = primary))

  const readsOf = (table: string) =>
    prepared.filter((text) => new RegExp(`(?:FROM|JOIN) ${table}\\b`).test(text)).length

  it('ask the database together for what authenticates them, and for their results', async () => {
    const { jwt } = await newMember()
    const taker = testTaker(jwt)
    const { data: attempt } = await taker.start()
    const writer = newWriter()
    const [question] = (await taker.paper(attempt.id)).questions
    // All by the same object.
    const sameObject = vi.spyOn(Math, 'random').mockReturnValue(0)
    const many = 40
    prepared = []
    const delivered = await Promise.all(
      Array.from({ length: many }, () =>
        taker.send(attempt.id, [writer({ question: question!.id, option: 1 })], { after: 0 }),
      ),
    )
    expect(new Set(delivered.map(({ status }) => status))).toEqual(new Set([200]))
    expect(readsOf('sessions')).toBeLessThan(many / 4)
    await taker.submit(attempt.id)
    prepared = []
    const results = await Promise.all(
      Array.from({ length: many }, () =>
        taker.request('GET', `/api/user-test-progresses/${attempt.id}/result`),
      ),
    )
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]))
    expect(readsOf('paper_scores')).toBeLessThan(many / 4)
    expect(readsOf('sessions')).toBeLessThan(many / 4)
    prepared = []
    for (let index = 0; index < 3; index++) {
      const path = `/api/practice-tests/get-explanation?attempt=${attempt.id}&locale=kn`
      const answers = await Promise.all(
        Array.from({ length: many }, () => taker.request('GET', path)),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    }
    expect(readsOf('explanations')).toBeLessThanOrEqual(1)
    sameObject.mockRestore()
  })

  it('ask it together for a start, and for the whole page of a result', async () => {
    const { jwt } = await newMember()
    const taker = testTaker(jwt)
    const { data: attempt } = await taker.start()
    await taker.submit(attempt.id)
    let alone = 0
    const count = (statement: PreparedStatement): PreparedStatement => {
      const counted = <Answer>(work: () => Promise<Answer>) => ((alone += 1), work())
      const watched: PreparedStatement = {
        bind: (...values) => count(statement.bind(...values)),
        all: () => counted(() => statement.all()),
        first: () => counted(() => statement.first()),
        run: () => counted(() => statement.run()),
      }
      wrapped.set(watched, statement)
      return watched
    }
    const wrapped = new Map<PreparedStatement, PreparedStatement>()
    bindings.DB = {
      prepare: (text) => count(primary.prepare(text)),
      batch: (statements) => primary.batch(statements.map((one) => wrapped.get(one) ?? one)),
    }
    // What src/routes/test/start.tsx and src/routes/attempts/result-data.tsx ask.
    const paths = [
      '/api/user-test-progresses?filters[status][$eq]=running&sort=startedAt:desc',
      `/api/user-test-progresses/${attempt.id}/result`,
      `/api/user-test-progresses/${attempt.id}/paper`,
      `/api/practice-tests/get-explanation?attempt=${attempt.id}&locale=kn`,
      '/api/question-reports?locale=kn',
    ]
    for (const path of paths) {
      expect((await taker.request('GET', path)).status).toBe(200)
      alone = 0
      expect((await taker.request('GET', path)).status).toBe(200)
      expect([path, alone]).toEqual([path, 0])
    }
  })

  it('do not all ask a database that fails', async () => {
    const { jwt } = await newMember()
    const taker = testTaker(jwt)
    const { data: attempt } = await taker.start()
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const sameObject = vi.spyOn(Math, 'random').mockReturnValue(0)
    let calls = 0
    const fail = () => ((calls += 1), Promise.reject(new Error('D1 DB is overloaded')))
    bindings.DB = { prepare: (text) => unusable(primary.prepare(text), fail), batch: fail }
    const statuses = await Promise.all(
      Array.from({ length: 60 }, () =>
        taker.request('GET', `/api/user-test-progresses/${attempt.id}`),
      ),
    )
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([500]))
    // Of a replica, and then of the primary database: the first alone, and the others together.
    expect(calls).toBeLessThan(20)
    sameObject.mockRestore()
    log.mockRestore()
  })
})
