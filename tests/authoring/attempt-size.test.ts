import type { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { startAttempt } from '../../product-api/attempts/attempt-start.ts'
import { compactJournals } from '../../product-api/attempts/compaction.ts'
import { deliverEvents } from '../../product-api/attempts/journal.ts'
import { submitAttempt } from '../../product-api/attempts/submission.ts'
import { markSent, storeSummaries, unsentSummaries } from '../../product-api/attempts/summaries.ts'
import type { JournalBucket } from '../../product-api/object-bindings.ts'
import { applyOwnSchema } from '../../product-api/own-schema.ts'
import {
  currentTestVersion,
  paperVersionWithKeys,
} from '../../product-api/papers/paper-versions.ts'
import { attemptResult } from '../../product-api/scoring/scoring.ts'
import { longAttempt } from '../support/long-attempt.ts'
import { databaseOf, runBatch, sqlite } from '../support/sqlite-database.ts'
import { testContent } from '../support/test-content.ts'

const attempts = 100
/** Until then, the database has pages to reuse. */
const warmUp = 20

it('an attempt of 100 questions leaves at most 4 KB and 3 KB of summary', async () => {
  const sql = sqlite()
  for (const statements of await testContent()) runBatch(sql, statements)
  const db = databaseOf(sql)
  const objectSql = sqlite({ migrated: false })
  const own = databaseOf(objectSql)
  await applyOwnSchema(own)
  const stores = { own, shared: db }
  const first = Date.UTC(2026, 10, 24, 4, 30)
  const version = (await currentTestVersion(db, 'vao-paper-1-full-1', new Date(first)))!
  const { paper } = await paperVersionWithKeys(db, version.version_id)
  const ids = paper.questions.map(({ id }) => id)
  const sizes: number[] = []
  const sharedSizes: number[] = []
  const files: number[] = []
  const bucket: JournalBucket = {
    put: (_key, value) => Promise.resolve(files.push(value.byteLength)),
    get: () => Promise.resolve(null),
    delete: () => Promise.resolve(),
  }
  for (let count = 1; count <= attempts; count++) {
    const startedAt = first + count * 86_400_000
    const request = { id: crypto.randomUUID(), mode: 'exam', locale: 'kn' } as const
    const owner = { kind: 'guest', id: crypto.randomUUID() } as const
    sql.prepare(`INSERT INTO guests VALUES (?, '2026-11-24', '2036-11-24')`).run(owner.id)
    const settings = { extraTime: false, useFreeTest: false }
    const started = await startAttempt(
      stores,
      owner,
      version,
      { ...request, ...settings },
      at(startedAt),
    )
    let row = started.attempt
    for (const { events, now } of longAttempt(ids, startedAt, count)) {
      const sender = { device: 'phone-of-reader' }
      row = (await deliverEvents(stores, row, events, 1e9, at(now), sender)).attempt
    }
    const submitted = await submitAttempt(stores, row, 'reader', at(startedAt + 6_000_000))
    const summaries = await unsentSummaries(own)
    await storeSummaries(db, summaries, at(startedAt))
    await markSent(own, summaries)
    const before = await attemptResult(stores, submitted, 'kn')
    expect(await compactJournals(stores, bucket, at(startedAt + 3.5 * 86_400_000))).toBe(1)
    const [compacted] = await rows(`SELECT a.*, v.head FROM attempts a
      JOIN paper_versions v ON v.id = a.version_id WHERE a.id = '${request.id}'`)
    expect(compacted).toMatchObject({ is_compacted: 1, journal_state: null })
    const after = await attemptResult(stores, compacted as typeof submitted, 'kn')
    expect(after).toEqual(before)
    sizes.push(usedBytes(objectSql))
    sharedSizes.push(usedBytes(sql))
  }
  const growthOf = (of: number[]) => (of.at(-1)! - of[warmUp]!) / (attempts - 1 - warmUp)
  const [growth, summary] = [growthOf(sizes), growthOf(sharedSizes)]
  const archive = Number((await rows('SELECT avg(length(body)) AS n FROM journal_archives'))[0]?.n)
  console.log(
    JSON.stringify({
      growth: Math.round(growth),
      summary: Math.round(summary),
      archive: Math.round(archive),
      wholeJournal: Math.round(files.reduce((sum, size) => sum + size, 0) / files.length),
    }),
  )
  expect(growth).toBeLessThanOrEqual(4096)
  expect(growth).toBeGreaterThan(archive)
  expect(files).toHaveLength(attempts)
  expect(Math.max(...files)).toBeLessThanOrEqual(16_384)
  expect(summary).toBeLessThanOrEqual(3072)
  expect(summary).toBeGreaterThan(300)

  async function rows(text: string) {
    return (await own.prepare(text).all()).results
  }
  function usedBytes(of: DatabaseSync) {
    const value = (name: string) =>
      Number(Object.values(of.prepare(`PRAGMA ${name}`).get() ?? {})[0])
    return (value('page_count') - value('freelist_count')) * value('page_size')
  }
}, 120_000)

const at = (ms: number) => new Date(ms)
