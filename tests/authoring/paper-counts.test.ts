import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { startAttempt } from '../../product-api/attempts/attempt-start.ts'
import { deliverEvents } from '../../product-api/attempts/journal.ts'
import { readAttempt } from '../../product-api/attempts/read-attempt.ts'
import { submitAttempt } from '../../product-api/attempts/submission.ts'
import type { Database } from '../../product-api/database.ts'
import type { Owner } from '../../product-api/owner.ts'
import { applyOwnSchema } from '../../product-api/own-schema.ts'
import {
  currentTestVersion,
  paperVersionWithKeys,
} from '../../product-api/papers/paper-versions.ts'
import {
  comparisonFrom,
  selectCounted,
  selectOwnStanding,
  selectScores,
} from '../../product-api/scoring/result/comparison.ts'
import { applyPendingRulings } from '../../product-api/scoring/pending-rulings.ts'
import { ruleKey } from '../../product-api/scoring/rule-key.ts'
import { localReaders } from '../support/local-readers.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { databaseOf, runBatch, sqlite } from '../support/sqlite-database.ts'
import { testContent } from '../support/test-content.ts'

const test = 'vao-paper-1-model-paper-2'
const startsAt = Date.UTC(2026, 10, 24, 4, 30)
const at = (ms: number) => new Date(startsAt + ms)
const minute = 60_000

async function databaseWithContent() {
  const sql = sqlite()
  for (const statements of await testContent()) runBatch(sql, statements)
  const db = databaseOf(sql)
  const version = (await currentTestVersion(db, test, at(0)))!
  const { paper } = await paperVersionWithKeys(db, version.version_id)
  return { sql, db, version, ids: paper.questions.map(({ id }) => id) }
}

type Row = Record<string, string | number | null>
const rowsOf = (sql: DatabaseSync, text: string) => sql.prepare(text).all() as Row[]

/** The aggregates as they are stored, without what is zero. */
function storedCounts(sql: DatabaseSync) {
  const scores = rowsOf(sql, 'SELECT * FROM paper_scores').map((row) => [
    row.test_id,
    { ...withoutZeros(JSON.parse(String(row.scores)) as Record<string, number>) },
    row.left_out,
  ])
  const counts = rowsOf(sql, 'SELECT * FROM version_counts').map((row) => [
    row.version_id,
    (JSON.parse(String(row.counts)) as Record<string, number[]>[]).map(withoutZeros),
  ])
  return { scores, counts }
}

const withoutZeros = (counts: Record<string, number | number[]>) =>
  Object.fromEntries(
    Object.entries(counts)
      .filter(([, count]) => (Array.isArray(count) ? count[0] !== 0 : count !== 0))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

/** The same, counted anew from all attempts. */
function recount(sql: DatabaseSync): ReturnType<typeof storedCounts> {
  const attempts = rowsOf(
    sql,
    `SELECT a.*, m.options, m.outcomes FROM attempts a
     LEFT JOIN attempt_marks m ON m.attempt_id = a.id ORDER BY a.id`,
  )
  const stored = storedCounts(sql)
  return {
    scores: stored.scores.map(([test]) => {
      const of = attempts.filter(({ test_id }) => test_id === test)
      const counts: Record<string, number> = {}
      for (const { score_units, maximum_units } of of.filter(({ is_compared }) => is_compared))
        counts[`${score_units}:${maximum_units}`] =
          (counts[`${score_units}:${maximum_units}`] ?? 0) + 1
      return [
        test,
        withoutZeros(counts),
        of.filter(({ is_left_out }) => is_left_out).length,
      ] as never
    }),
    counts: stored.counts.map(([version, columns]) => {
      const of = attempts.filter((row) => row.version_id === version && row.is_compared === 1)
      const counts = (columns as unknown[]).map((_, index) => {
        const cells: Record<string, number[]> = {}
        for (const { options, outcomes } of of) {
          const rights = String(outcomes).split('r').length - 1
          const key = String(options).charAt(index) + String(outcomes).charAt(index)
          const cell = (cells[key] ??= [0, 0, 0])
          cells[key] = [cell[0]! + 1, cell[1]! + rights, cell[2]! + rights * rights]
        }
        return withoutZeros(cells)
      })
      return [version, counts] as never
    }),
  }
}

/** Attempts of guests who answer, hurry, submit twice, come too late or not at all, sign in and
 *  leave, with rulings in between, and a queue that delivers late, twice and in any order. */
async function randomLife(seed: number, steps: number) {
  const random = seededRandom(seed)
  const { sql, db, version, ids } = await databaseWithContent()
  const readers = localReaders(db, random)
  const guests: string[] = []
  const attempts: { id: string; startedAt: number; owner: Owner }[] = []
  const members = new Map<string, number>()
  const claimed: [guest: string, member: number][] = []
  const counts = { compared: 0, rulings: 0, changed: 0 }
  let now = 0
  for (let step = 0; step < steps; step++) {
    now += random.integerBelow(3) * minute
    const kind = random.next()
    if (kind < 0.45) {
      if (guests.length === 0 || random.next() < 0.8) {
        guests.push(crypto.randomUUID())
        sql.prepare(`INSERT INTO guests VALUES (?, '2026', '2036')`).run(guests.at(-1)!)
      }
      const owner = { kind: 'guest', id: random.itemOf(guests) } as const
      const isGone = rowsOf(sql, `SELECT 1 FROM guests WHERE id = '${owner.id}'`).length === 0
      if (isGone) continue
      const id = crypto.randomUUID()
      const mode = random.next() < 0.9 ? 'exam' : 'practice'
      const request = { id, mode, locale: 'kn', extraTime: false, useFreeTest: false } as const
      await startAttempt(await readers.storesOf(owner), owner, version, request, at(now))
      attempts.push({ id, startedAt: now, owner })
      await answer(attempts.at(-1)!, now)
    } else if (kind < 0.85 && attempts.length > 0) {
      const { id, startedAt, owner } = random.itemOf(attempts)
      const stores = await readers.storesOf(ownerNow(owner))
      const row = await readAttempt(stores.own, id)
      if (!row) continue
      const by = random.next() < 0.5 ? 'reader' : 'clock'
      const time = at(Math.max(now, startedAt + random.integerBelow(14) * minute))
      await Promise.all(
        ([by, 'reader'] as const).map((who) => submitAttempt(stores, row, who, time)),
      )
    } else if (kind < 0.9 && attempts.length > 0) {
      const attempt = random.itemOf(attempts)
      const { startedAt } = attempt
      await answer(attempt, startedAt + 15 * minute, startedAt + 5 * minute)
    } else if (kind < 0.94) {
      await decideAbout(random.itemOf(ids))
    } else if (kind < 0.97 && guests.length > 0) {
      const guest = random.itemOf(guests)
      // Cut off, it is repeated later: below, or when the guest claims again.
      const member = members.get(guest) ?? memberOf(sql, random.integerBelow(3))
      members.set(guest, member)
      await readers.claim(guest, member, 1 + random.integerBelow(3))
      claimed.push([guest, member])
    } else if (guests.length > 0) {
      const guest = random.itemOf(guests)
      if (members.has(guest)) continue
      readers.erase({ kind: 'guest', id: guest })
      sql.prepare('DELETE FROM guests WHERE id = ?').run(guest)
    }
    await readers.send()
    await readers.deliver(random.next(), at(now))
    expect(storedCounts(sql), `step ${step} of seed ${seed}`).toEqual(recount(sql))
  }
  for (const [guest, member] of claimed) await readers.claim(guest, member)
  await readers.settle(at(now))
  expect(storedCounts(sql), `the end of seed ${seed}`).toEqual(recount(sql))
  const summaries = `SELECT ${summarized} FROM attempts a
    LEFT JOIN attempt_marks m ON m.attempt_id = a.id ORDER BY a.id`
  const inObjects = readers
    .rowsOf(summaries)
    .sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1))
  expect(rowsOf(sql, summaries), `what is known after seed ${seed}`).toEqual(inObjects)
  counts.compared = rowsOf(sql, 'SELECT 1 FROM attempts WHERE is_compared = 1').length
  return counts

  /** A claim that was cut off is finished before the member goes on. */
  function ownerNow(owner: Owner): Owner {
    const member = members.get(String(owner.id))
    return member === undefined ? owner : { kind: 'member', id: member }
  }

  async function answer(
    { id, owner }: (typeof attempts)[number],
    receivedAt: number,
    happenedAt = receivedAt,
  ) {
    const stores = await readers.storesOf(ownerNow(owner))
    const row = await readAttempt(stores.own, id)
    if (!row) return
    const writer = `writer-${random.integerBelow(1e6)}-aaaa`
    const events = ids.slice(0, random.integerBelow(ids.length + 1)).map((question, index) => ({
      ...{ writer, tick: index + 1, at: startsAt + happenedAt + index, kind: 'save', question },
      ...{ option: random.integerBelow(4), locale: 'kn', spentMs: 1000 },
    }))
    await deliverEvents(stores, row, events, 0, at(receivedAt + 1000))
  }

  async function decideAbout(question: string) {
    const row = sql.prepare('SELECT id FROM questions WHERE document_id = ?').get(question) as Row
    const decision =
      random.next() < 0.5
        ? ({ kind: 'accept', accepted: [random.integerBelow(4)] } as const)
        : ({
            kind: 'cancel',
            award: random.itemOf(['all', 'attempters', 'nobody'] as const),
          } as const)
    const reason = { kn: 'ಕಾರಣ', en: 'reason', te: 'కారణం' }
    const about = { questionId: Number(row.id), wording: null, locale: null, reports: [] }
    const { changes } = await ruleKey(db, { ...decision, ...about, reason }, at(now))
    await applyPendingRulings(db, at(now))
    counts.rulings += 1
    counts.changed += changes
  }
}

/** What an object sends of an attempt. */
const summarized =
  'a.id, a.user_id, a.guest_id, a.mode, a.submitted_at, a.submitted_by, a.score_units, ' +
  'a.maximum_units, a.is_compared, a.is_left_out, a.provisional_until, a.summary_n, ' +
  'm.options, m.outcomes, m.units, m.spent_ms, m.locales'

function memberOf(sql: DatabaseSync, number: number): number {
  const name = `member-${number}`
  const found = sql.prepare('SELECT id FROM users WHERE username = ?').get(name) as Row | undefined
  if (found) return Number(found.id)
  sql
    .prepare(
      `INSERT INTO users (document_id, username, provider, created_at, updated_at)
       VALUES (?1, ?1, 'local', '', '')`,
    )
    .run(name)
  return memberOf(sql, number)
}

describe('the counts of all attempts at a paper', () => {
  it('equal a recount after each step of random lives', async () => {
    const total = { compared: 0, rulings: 0, changed: 0 }
    for (let seed = 1; seed <= 8; seed++) {
      const counts = await randomLife(seed, 120)
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += counts[name]
    }
    expect(total.compared).toBeGreaterThan(30)
    expect(total.rulings).toBeGreaterThan(10)
    expect(total.changed).toBeGreaterThan(10)
  }, 120_000)

  it('make a comparison cost the same at 1,000 attempts and at 100,000', async () => {
    const medians: number[] = []
    for (const count of [1000, 100_000]) {
      const { sql, db, version } = await databaseWithContent()
      const [test_id, version_id] = [version.id, version.version_id]
      sql.exec(`INSERT INTO guests VALUES ('g', '2026', '2036')`)
      const insert = sql.prepare(
        `INSERT INTO attempts (id, version_id, test_id, guest_id, mode, locale, right_by,
           started_at, ends_at, submitted_at, submitted_by, score_units, maximum_units,
           denominator, updated_at, is_compared)
         VALUES (?, ?, ?, ?, 'exam', 'kn', 'free', '', '', '', 'reader', ?, 400, 4, '', 1)`,
      )
      sql.exec('BEGIN')
      for (let index = 0; index < count; index++) {
        if (index > 0) sql.exec(`INSERT OR IGNORE INTO guests VALUES ('g${index}', '2026', '2036')`)
        const units = (index * 7919) % 501
        insert.run(`a${index}`, version_id, test_id, index === 0 ? 'g' : `g${index}`, units - 100)
      }
      sql.exec('COMMIT')
      const mine = { id: 'a0', test_id, mode: 'exam', is_compared: 1 } as never
      const own = databaseOf(sqlite({ migrated: false }))
      await applyOwnSchema(own)
      const { results } = await db.prepare(`SELECT * FROM attempts WHERE id = 'a0'`).all()
      const copied =
        'id, version_id, test_id, guest_id, mode, locale, right_by, started_at, ends_at, ' +
        'submitted_at, submitted_by, score_units, maximum_units, denominator, updated_at, ' +
        'is_compared'
      await own
        .prepare(
          `INSERT INTO attempts (${copied})
           SELECT ${copied.replace(/\w+/g, "?1 ->> '$&'")}`,
        )
        .bind(JSON.stringify(results[0]))
        .run()
      const times = await repeated(200, async () => compare(db, own, mine))
      medians.push(times.sort((one, other) => one - other)[100]!)
      const { comparison } = await compare(db, own, mine)
      expect(comparison).toEqual({ count: count - 1, below: 0, leftOut: 0 })
    }
    console.log(`comparison: ${medians.map((ms) => `${ms.toFixed(3)} ms`).join(', ')}`)
    // Both read the same rows; a hundred times as many would take at least ten times as long.
    expect(medians[1]!).toBeLessThan(5 * medians[0]! + 1)
  }, 120_000)
})

async function compare(db: Database, own: Database, mine: Parameters<typeof selectScores>[1]) {
  const { results: scoreRows } = await selectScores(db, mine).all()
  const { results: countedRows } = await selectCounted(db, mine).all()
  const { results: ownRows } = await selectOwnStanding(own, mine).all()
  return comparisonFrom({ scoreRows, countedRows }, ownRows, mine)
}

async function repeated(count: number, work: () => Promise<unknown>) {
  const times: number[] = []
  for (let run = 0; run < count; run++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return times
}
