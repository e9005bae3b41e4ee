import { forgetOldRows } from '../../product-api/old-rows.ts'
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  transferredColumns,
  selectAttemptRows,
} from '../../product-api/attempts/attempt-transfer.ts'
import {
  forgetExpiredGuests,
  moveSomeReaders,
  sendRescoreMessages,
} from '../../product-api/attempts/object-care.ts'
import { countRescoring } from '../../product-api/attempts/rescored-attempts.ts'
import { stateOf } from '../../domain/attempt/journal-progress.ts'
import { replay } from '../../domain/attempt/journal.ts'
import { countToMove } from '../../product-api/attempts/old-attempts.ts'
import { readAttempt } from '../../product-api/attempts/read-attempt.ts'
import { isCounted } from '../../product-api/attempts/stored-entries.ts'
import { openJournal } from '../../product-api/attempts/stored-journal.ts'
import type { Owner } from '../../product-api/owner.ts'
import type { ReaderObject } from '../../product-api/reader-object.ts'
import { databaseOfReader, objectOf, type ReaderObjectStub } from '../../product-api/reader.ts'
import { call, password, registerMember, simulateGateways } from '../emulators/identity.ts'
import {
  attemptsPath,
  entriesOf,
  newGuest,
  newMember,
  newWriter,
  selectRows,
  shortPaper,
  testTaker,
  visitor,
  type Attempt,
  type TestTaker,
} from '../support/attempts.ts'
import { database } from '../support/product-api.ts'
import {
  bindings,
  ownerOfAttempt,
  promptQueue,
  runAlarm,
  selectOwnRows,
  storesOf,
} from '../support/readers.ts'
import { editorIdOf, resultOf, ruleAbout } from '../support/rulings.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 60_000 })
const { READERS } = bindings
afterEach(() => {
  vi.useRealTimers()
  Object.assign(bindings, { READERS, ATTEMPT_QUEUE: promptQueue })
})

/** An attempt with answers of two deliveries. */
async function answeredAttempt(who: TestTaker) {
  const { data: attempt } = await who.start()
  const ids = (await who.paper(attempt.id)).questions.map(({ id }) => id)
  const write = newWriter()
  await who.send(attempt.id, [write({ kind: 'visit', question: ids[0]! })])
  const events = ids.slice(0, 6).map((question) => write({ question, option: 1 }))
  await who.send(attempt.id, events)
  return { id: attempt.id, ids, write, attempt }
}

const summaryOf = async (id: string) =>
  (
    await selectRows(
      `SELECT user_id, guest_id, submitted_by, score_units, in_object FROM attempts WHERE id = ?`,
      id,
    )
  )[0]

const withoutNow = ({ now: _, ...attempt }: Attempt) => attempt

describe('the tables of an object', () => {
  it('have the columns of the product database, and those that only objects have', async () => {
    const { id } = await answeredAttempt(await newGuest())
    const { own, shared } = await storesOf(id)
    const namesIn = async (db: typeof own, table: string) => {
      const { results } = await db
        .prepare('SELECT name FROM pragma_table_info(?)')
        .bind(table)
        .all<{ name: string }>()
      return results.map(({ name }) => name).sort()
    }
    const onlyThere: Record<string, string[]> = {
      paper_versions: ['digest', 'questions', 'keys', 'created_at', 'question_ids'],
      attempts: ['in_object'],
      attempt_marks: ['summary_n'],
      score_changes: [],
    }
    const onlyHere: Record<string, string[]> = { attempts: ['claimed_from', 'released_to'] }
    for (const [table, columns] of Object.entries(transferredColumns)) {
      const ownId = table === 'score_changes' ? ['id'] : []
      expect([table, ...(await namesIn(own, table))]).toEqual([
        table,
        ...[...columns, ...ownId, ...(onlyHere[table] ?? [])].sort(),
      ])
      expect([table, ...(await namesIn(shared, table))]).toEqual([
        table,
        ...[...columns, ...ownId, ...(onlyThere[table] ?? [])].sort(),
      ])
    }
  })
})

describe('a new object', () => {
  it('answers requests that come at once', async () => {
    const owner: Owner = { kind: 'guest', id: crypto.randomUUID() }
    const count = { text: 'SELECT count(*) AS n FROM attempts', values: [] }
    const stub = objectOf(READERS, owner) as unknown as DurableObjectStub<ReaderObject>
    const answers = await runInDurableObject(stub, (object) =>
      Promise.all(Array.from({ length: 3 }, () => object.runBatch(owner, [count]))),
    )
    expect(answers.map(([answer]) => answer?.results)).toEqual(
      Array.from({ length: 3 }, () => [{ n: 0 }]),
    )
  })
})

describe('an object that is evicted', () => {
  it('goes on where it was, with the state that a replay of its journal gives', async () => {
    const guest = await newGuest()
    const { id, ids, write } = await answeredAttempt(guest)
    const before = (await guest.read(id)).data
    const owner = await ownerOfAttempt(id)
    await evictDurableObject(objectOf(READERS, owner) as unknown as DurableObjectStub)
    expect(withoutNow((await guest.read(id)).data)).toEqual(withoutNow(before))
    const next = write({ question: ids[7]!, option: 2 })
    expect((await guest.send(id, [next])).data.attempt.answered).toBe(before.answered + 1)
    const stores = await storesOf(id)
    const row = (await readAttempt(stores.own, id))!
    const { progress, entries } = await openJournal(stores, row)
    expect(stateOf(progress)).toEqual(replay((await entries()).filter(isCounted)))
    expect(await runAlarm(owner)).toBe(true)
  })
})

describe('a summary', () => {
  it('is sent by the alarm where the queue did not take it', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    bindings.ATTEMPT_QUEUE = { sendBatch: () => Promise.reject(new Error('queue is down')) }
    const guest = await newGuest()
    const { id } = await answeredAttempt(guest)
    expect((await guest.submit(id)).data.status).toBe('submitted')
    expect(await summaryOf(id)).toBeUndefined()
    expect(error).toHaveBeenCalled()
    bindings.ATTEMPT_QUEUE = promptQueue
    error.mockRestore()
    expect(await runAlarm({ kind: 'guest', id: guest.guestId })).toBe(true)
    expect(await summaryOf(id)).toMatchObject({ submitted_by: 'reader', in_object: 1 })
    const before = await summaryOf(id)
    await objectOf(READERS, { kind: 'guest', id: guest.guestId }).wake(
      { kind: 'guest', id: guest.guestId },
      [id],
    )
    expect(await summaryOf(id)).toEqual(before)
  })

  it('of another reader’s attempt is not replaced by one with the same id', async () => {
    const [one, other] = [await newGuest(), await newGuest()]
    const { id } = await answeredAttempt(one)
    const before = await summaryOf(id)
    expect((await other.start({ id })).status).toBe(404)
    await promptQueue.sendBatch([
      {
        body: {
          kind: 'summary',
          claimed_from: null,
          attempt: {
            ...((
              await selectRows('SELECT * FROM attempts WHERE id = ?', id)
            )[0] as never as object),
            guest_id: other.guestId,
            summary_n: 99,
          } as never,
          marks: null,
        },
      },
    ])
    expect(await summaryOf(id)).toEqual(before)
  })

  it('lets another reader’s phone bring answers by the carry key', async () => {
    const guest = await newGuest()
    const { id, ids, attempt } = await answeredAttempt(guest)
    const { carryKey } = attempt
    for (const [index, carrier] of [visitor, await newMember(), await newGuest()].entries()) {
      const carried = newWriter()({ question: ids[6 + index]!, option: 1 })
      const sent = await carrier.send(id, [carried], { carryKey })
      expect(sent.data.results).toMatchObject([{ stored: 'counted' }])
      expect((await carrier.send(id, [carried], { carryKey: 'x'.repeat(16) })).status).toBe(404)
    }
    expect((await guest.read(id)).data.answered).toBe(9)
  })
})

describe('signing in as a guest with attempts', () => {
  const claim = (who: TestTaker, guest: TestTaker) =>
    who.request<{ moved: number }>('POST', `${attemptsPath}/claim`, {
      data: { guestToken: guest.jwt },
    })

  /** The objects, of which one call fails once: before or after it is made. */
  function failingOnce(method: 'release' | 'forget', when: 'before' | 'after') {
    let isDue = true
    const failing = (stub: ReaderObjectStub) =>
      new Proxy(stub, {
        get(target, name: keyof ReaderObjectStub) {
          const call = (...args: unknown[]) =>
            (target[name] as (...all: unknown[]) => Promise<unknown>)(...args)
          if (name !== method || !isDue) return call
          return async (...args: unknown[]) => {
            isDue = false
            if (when === 'after') await call(...args)
            throw new Error('cut off')
          }
        },
      })
    bindings.READERS = {
      idFromName: (name) => READERS.idFromName(name),
      get: (id, options) => failing(READERS.get(id, options) as ReaderObjectStub),
    }
  }

  it.each([
    ['release', 'before'],
    ['release', 'after'],
    ['forget', 'before'],
    ['forget', 'after'],
  ] as const)('moves them once where %s is cut off %s', async (method, when) => {
    for (const finish of ['again', 'alarm']) {
      const [guest, member] = [await newGuest(), await newMember()]
      const { id, ids, write } = await answeredAttempt(guest)
      const before = (await guest.eventsAfter(id)).data
      const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      failingOnce(method, when)
      expect((await claim(member, guest)).status).toBe(500)
      if (finish === 'again') expect((await claim(member, guest)).status).toBe(200)
      else expect(await runAlarm({ kind: 'member', id: member.userId })).toBe(true)
      error.mockRestore()
      bindings.READERS = READERS
      expect((await guest.read(id)).status).toBe(404)
      expect((await guest.request<unknown[]>('GET', attemptsPath)).data).toEqual([])
      const list = (await member.request<Attempt[]>('GET', attemptsPath)).data
      expect(list.map((attempt) => attempt.id)).toEqual([id])
      expect((await member.eventsAfter(id)).data.events).toEqual(before.events)
      await member.send(id, [write({ question: ids[8]!, option: 0 })])
      expect((await claim(member, guest)).data.moved).toBe(0)
      expect((await member.submit(id)).data.answered).toBe(7)
      expect(await summaryOf(id)).toMatchObject({ user_id: member.userId, guest_id: null })
      const left = await databaseOfReader(READERS, { kind: 'guest', id: guest.guestId })
        .prepare('SELECT id FROM attempts')
        .all()
      expect(left.results).toEqual([])
    }
  })
})

describe('a ruling', () => {
  it('reaches the objects by the queue, so that lists show the new score', async () => {
    const guest = await newGuest()
    const { id } = await answeredAttempt(guest)
    const { data: submitted } = await guest.submit(id)
    const question = await editorIdOf(shortPaper, 9)
    const decision = { kind: 'cancel', award: 'all' } as const
    await ruleAbout(question, decision, database(), { isTold: false })
    expect(await countRescoring(database())).toBeGreaterThan(0)
    const now = new Date()
    expect(await sendRescoreMessages(bindings, now)).toBeGreaterThan(0)
    expect(await sendRescoreMessages(bindings, now)).toBe(0)
    expect(await countRescoring(database())).toBe(0)
    const [listed] = (await guest.request<Attempt[]>('GET', attemptsPath)).data
    expect(listed?.score).not.toBe(submitted.score)
    const result = (await resultOf(guest, id)).data
    expect(result.score).toBe(listed?.score)
    expect(result.changes).toHaveLength(1)
    const [row] = await selectRows(
      `SELECT a.score_units, (SELECT sum(value) FROM json_each(m.units)) AS sum
       FROM attempts a JOIN attempt_marks m ON m.attempt_id = a.id WHERE a.id = ?`,
      id,
    )
    expect(row?.score_units).toBe(row?.sum)
    const own = await selectOwnRows(id, 'SELECT score_units FROM attempts WHERE id = ?', id)
    expect(own).toEqual([{ score_units: row?.score_units }])
  })
})

describe('an attempt of before the objects', () => {
  /** Puts an attempt back into the product database, as it was kept there. `isOlder`: with a row
   *  for each entry, as before migration 0056. */
  async function storeAsBefore(id: string, isOlder = false) {
    forgetOldRows()
    const owner = await ownerOfAttempt(id)
    const { own, shared } = await storesOf(id)
    const entries = await entriesOf(id)
    const rows = await selectAttemptRows(own, JSON.stringify([id]))
    await objectOf(READERS, owner).erase()
    const row = rows.attempts[0]!
    const kept = ['journal_state', 'journal_tail', 'last_n', 'counted_n', 'journal_revision']
    await shared.batch([
      shared.prepare('UPDATE attempts SET in_object = 0 WHERE id = ?').bind(id),
      shared
        .prepare(
          `UPDATE attempts SET summary_n = 0, answered = ?2,
             ${kept.map((column, index) => `${column} = ?${index + 3}`).join(', ')} WHERE id = ?1`,
        )
        .bind(
          id,
          row.answered ?? null,
          ...kept.map((column) => {
            if (!isOlder) return row[column] ?? null
            return ['journal_state', 'journal_tail'].includes(column) ? null : 0
          }),
        ),
      ...rows.journal_segments.map((segment) =>
        shared
          .prepare('INSERT INTO journal_segments VALUES (?, ?, ?)')
          .bind(id, segment.last_n ?? null, segment.deliveries ?? null),
      ),
    ])
    if (isOlder)
      await shared
        .prepare(
          `INSERT INTO attempt_events (attempt_id, event_id, writer, tick, at_ms, happened_at_ms,
             kind, question, option, locale, spent_ms, device, seen_n, received_at, standing, raw)
           SELECT ?1, value ->> 'id', value ->> 'writer', value ->> 'tick', value ->> 'at',
             value ->> 'at', value ->> 'kind', value ->> 'question', value ->> 'option',
             value ->> 'locale', value ->> 'spentMs', value ->> 'device', value ->> 'seen',
             strftime('%Y-%m-%dT%H:%M:%fZ', (value ->> 'receivedAt') / 1000.0, 'unixepoch'),
             value ->> 'standing', value ->> 'raw'
           FROM json_each(?2)`,
        )
        .bind(id, JSON.stringify(entries))
        .run()
    return owner
  }

  const leftInDatabase = async (id: string) => {
    const [row] = await selectRows(
      `SELECT in_object, journal_tail,
         (SELECT count(*) FROM journal_segments WHERE attempt_id = id) AS segments,
         (SELECT count(*) FROM attempt_events WHERE attempt_id = id) AS events
       FROM attempts WHERE id = ?`,
      id,
    )
    return row
  }
  const moved = { in_object: 1, journal_tail: null, segments: 0, events: 0 }

  it.each([
    ['first request', false],
    ['first request, with a row for each entry', true],
    ['cron trigger', false],
    ['cron trigger, with a row for each entry', true],
  ])('is moved by the %s, and goes on', async (how, isOlder) => {
    const guest = await newGuest()
    const { id, ids, write } = await answeredAttempt(guest)
    const before = (await guest.eventsAfter(id)).data
    await storeAsBefore(id, isOlder)
    expect(await countToMove(database())).toEqual({ attempts: 1, readers: 1 })
    if (how.startsWith('cron')) {
      await moveSomeReaders(bindings)
      expect(await leftInDatabase(id)).toEqual(moved)
    }
    const next = write({ question: ids[7]!, option: 3 })
    await Promise.all([1, 2].map(() => guest.send(id, [next])))
    expect(await leftInDatabase(id)).toEqual(moved)
    expect(await countToMove(database())).toEqual({ attempts: 0, readers: 0 })
    const after = (await guest.eventsAfter(id)).data
    expect(after.events.slice(0, -1)).toEqual(before.events)
    expect((await guest.submit(id)).data.answered).toBe(7)
    expect(await summaryOf(id)).toMatchObject({ submitted_by: 'reader' })
    expect(await moveSomeReaders(bindings)).toBe(0)
  })

  it('is moved once where the move is cut off before the database knows of it', async () => {
    const guest = await newGuest()
    const { id, ids, write } = await answeredAttempt(guest)
    await storeAsBefore(id)
    const db = database()
    const batch = db.batch.bind(db)
    // The batch that notes the move has three statements, and no other one.
    const broken = vi
      .spyOn(db, 'batch')
      .mockImplementation((statements) =>
        statements.length === 3 ? Promise.reject(new Error('cut off')) : batch(statements),
      )
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect((await guest.read(id)).status).toBe(500)
    expect(await leftInDatabase(id)).toMatchObject({ in_object: 0 })
    broken.mockRestore()
    error.mockRestore()
    await guest.send(id, [write({ question: ids[7]!, option: 3 })])
    expect(await leftInDatabase(id)).toEqual(moved)
    expect((await guest.submit(id)).data.answered).toBe(7)
  })

  it('cannot be changed by the Worker of before once it is moved', async () => {
    const { id } = await answeredAttempt(await newGuest())
    for (const change of [
      `journal_tail = 'of before'`,
      `submitted_at = updated_at, submitted_by = 'clock', score_units = 0`,
    ])
      await expect(selectRows(`UPDATE attempts SET ${change} WHERE id = ?`, id)).rejects.toThrow(
        'kept in its reader',
      )
  })
})

describe('what an object has of a person', () => {
  const rowsIn = async (owner: Owner) => {
    const own = databaseOfReader(READERS, owner)
    const tables = [...Object.keys(transferredColumns), 'outbox', 'claims']
    const counts = await own.batch<{ n: number }>(
      tables.map((table) => own.prepare(`SELECT count(*) AS n FROM ${table}`)),
    )
    return counts.reduce((sum, { results }) => sum + (results[0]?.n ?? 0), 0)
  }

  it('is in the export, and goes with the account', async () => {
    const { jwt, user } = await registerMember()
    const member = testTaker(jwt)
    const { id } = await answeredAttempt(member)
    const { body } = await call('GET', '/api/users/me/export', { jwt })
    expect(body).toMatchObject({ attempts: [{ id, test: shortPaper }] })
    expect(body.answers).toHaveLength(7)
    const owner = { kind: 'member', id: user.id } as const
    expect(await rowsIn(owner)).toBeGreaterThan(1)
    expect((await call('DELETE', '/api/users/me', { jwt, body: { password } })).status).toBe(200)
    await expect(rowsIn(owner)).rejects.toThrow('The account is erased')
    // A day later the mark goes, too.
    expect(await runDurableObjectAlarm(objectOf(READERS, owner) as never)).toBe(true)
    expect(await rowsIn(owner)).toBe(0)
    expect(await summaryOf(id)).toBeUndefined()
  })

  it('goes with a guest whose time is over', async () => {
    const guest = await newGuest()
    await answeredAttempt(guest)
    const owner = { kind: 'guest', id: guest.guestId } as const
    expect(await rowsIn(owner)).toBeGreaterThan(1)
    await selectRows(`UPDATE guests SET expires_at = '2026-01-01' WHERE id = ?`, guest.guestId)
    expect(await forgetExpiredGuests(bindings, new Date())).toBe(1)
    expect(await rowsIn(owner)).toBe(0)
  })
})
