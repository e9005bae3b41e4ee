import { evictDurableObject } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { retentionPeriods } from '../../domain/retention.ts'
import { readAttempt } from '../../product-api/attempts/read-attempt.ts'
import type { JournalBucket } from '../../product-api/object-bindings.ts'
import type { Owner } from '../../product-api/owner.ts'
import { objectOf } from '../../product-api/reader.ts'
import { call, password, simulateGateways } from '../emulators/identity.ts'
import {
  attemptsPath,
  entriesOf,
  newGuest,
  newMember,
  newWriter,
  startedEarlier,
  type TestTaker,
} from '../support/attempts.ts'
import { bindings, ownerOfAttempt, runAlarm, storesOf } from '../support/readers.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 30_000 })
const bucket = bindings.JOURNALS!
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  bindings.JOURNALS = bucket
})

type History = {
  entries: { id: string; kind: string }[]
  counts: { received: number }
  isFull: boolean
  full: { until: string | null } | null
}
const dayMs = 86_400_000
const { days } = retentionPeriods.fullJournals

const historyOf = async (who: TestTaker, id: string, query = '') =>
  (await who.request<History>('GET', `${attemptsPath}/${id}/history${query}`)).data
const everyEntry = (who: TestTaker, id: string) => historyOf(who, id, '?entries=all')
const keysIn = async (id: string) =>
  (await (bucket as unknown as R2Bucket).list()).objects
    .map(({ key }) => key)
    .filter((key) => key.includes(id))
const rowOf = async (id: string) => (await readAttempt((await storesOf(id)).own, id))!

/** A submitted attempt with visits and saved taps. */
async function submitted(guest?: TestTaker) {
  const who = guest ?? (await newGuest())
  const { data: attempt } = await who.start()
  const { id } = attempt
  const ids = (await who.paper(id)).questions.map((question) => question.id)
  await startedEarlier(id)
  let at = Date.parse(attempt.startedAt)
  const write = newWriter('full-journal-writer', () => (at += 1000))
  const events = ids
    .slice(0, 3)
    .flatMap((question) => [
      write({ kind: 'visit', question }),
      write({ kind: 'choose', question, option: 1 }),
      write({ question, option: 1 }),
      write({ kind: 'leave', question }),
    ])
  await who.send(id, events)
  await who.submit(id)
  return { who, id, ids, owner: await ownerOfAttempt(id) }
}

/** Runs the alarm of a reader's object so many days from now. */
async function alarmAfter(owner: Owner, inDays: number) {
  vi.setSystemTime(Date.now() + inDays * dayMs)
  return runAlarm(owner)
}

/** The bucket, of which some methods are others. */
const bucketWith = (methods: Partial<JournalBucket>): JournalBucket => ({
  put: (key, value) => bucket.put(key, value),
  get: (key) => bucket.get(key),
  delete: (keys) => bucket.delete(keys),
  ...methods,
})
const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

describe('the whole journal of a compacted attempt', () => {
  it('is what it was before, also after an eviction, and says until when', async () => {
    const { who, id, owner } = await submitted()
    const before = await everyEntry(who, id)
    expect(before.counts.received).toBe(before.entries.length)
    expect(before).toMatchObject({ isFull: true, full: { until: null } })
    const answers = await historyOf(who, id)
    expect(answers.isFull).toBe(false)
    expect(await keysIn(id)).toEqual([])
    await alarmAfter(owner, 3.1)
    await evictDurableObject(objectOf(bindings.READERS, owner) as unknown as DurableObjectStub)
    expect((await rowOf(id)).is_compacted).toBe(1)
    expect((await entriesOf(id)).length).toBeLessThan(before.entries.length)
    const after = await everyEntry(who, id)
    expect(after.entries).toEqual(before.entries)
    expect(after.entries.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['visit', 'choose', 'save', 'leave']),
    )
    const last = Math.max(...(await entriesOf(id)).map(({ receivedAt }) => receivedAt))
    const submittedAt = Date.parse((await rowOf(id)).submitted_at!)
    const until = new Date(Math.max(last, submittedAt) + days * dayMs).toISOString()
    expect(after).toMatchObject({ isFull: true, full: { until } })
    expect((await historyOf(who, id)).entries).toEqual(answers.entries)
  })

  it.each(['is put twice', 'was put, and the object killed', 'could not be put'])(
    'is whole where it %s',
    async (how) => {
      const { who, id, owner } = await submitted()
      const before = await everyEntry(who, id)
      const error = quiet()
      bindings.JOURNALS = bucketWith({
        put: async (key, value) => {
          if (how !== 'could not be put') await bucket.put(key, value)
          if (how !== 'is put twice') throw new Error('cut off')
          return bucket.put(key, value)
        },
      })
      await alarmAfter(owner, 3.1)
      bindings.JOURNALS = bucket
      const isDone = how === 'is put twice'
      expect((await rowOf(id)).is_compacted).toBe(isDone ? 1 : 0)
      expect(error.mock.calls.length > 0).toBe(!isDone)
      if (!isDone) {
        expect((await everyEntry(who, id)).entries).toEqual(before.entries)
        await evictDurableObject(objectOf(bindings.READERS, owner) as unknown as DurableObjectStub)
        await alarmAfter(owner, 0.1)
      }
      await runAlarm(owner)
      expect((await rowOf(id)).is_compacted).toBe(1)
      expect(await keysIn(id)).toHaveLength(1)
      expect((await everyEntry(who, id)).entries).toEqual(before.entries)
    },
  )

  it('gets what arrives after the compaction, without what was dropped being lost', async () => {
    const { who, id, ids, owner } = await submitted()
    await alarmAfter(owner, 3.1)
    const before = await everyEntry(who, id)
    const late = newWriter('full-journal-later')({ question: ids[4]!, option: 1 })
    await who.send(id, [late])
    const withLate = await everyEntry(who, id)
    expect(withLate.entries).toHaveLength(before.entries.length + 1)
    await alarmAfter(owner, 3.1)
    const after = await everyEntry(who, id)
    expect(after.entries).toEqual(withLate.entries)
    expect(after.full!.until! > before.full!.until!).toBe(true)
  })

  it('is deleted by the alarm when its time is over, tried again where that fails', async () => {
    const { who, id, owner } = await submitted()
    await alarmAfter(owner, 3.1)
    const answers = await historyOf(who, id)
    expect(await alarmAfter(owner, days - 4)).toBe(true)
    expect(await keysIn(id)).toHaveLength(1)
    quiet()
    bindings.JOURNALS = bucketWith({ delete: () => Promise.reject(new Error('R2 is down')) })
    expect(await alarmAfter(owner, 1)).toBe(true)
    expect((await rowOf(id)).full_until).not.toBeNull()
    bindings.JOURNALS = bucket
    expect(await alarmAfter(owner, 0.1)).toBe(true)
    expect([await keysIn(id), (await rowOf(id)).full_until]).toEqual([[], null])
    expect(await everyEntry(who, id)).toEqual({
      ...answers,
      attempt: expect.anything(),
      full: null,
    })
    // Nothing is due any more.
    expect(await runAlarm(owner)).toBe(false)
  })

  it('is dropped where no bucket is bound', async () => {
    const { who, id, owner } = await submitted()
    delete bindings.JOURNALS
    await alarmAfter(owner, 3.1)
    expect((await rowOf(id)).is_compacted).toBe(1)
    expect(await everyEntry(who, id)).toMatchObject({ isFull: false, full: null })
    expect(await keysIn(id)).toEqual([])
  })
})

describe('an account with whole journals', () => {
  /** A member whose attempt was a guest's, compacted before the member signed in. */
  async function memberWithJournal() {
    const { who: guest, id, owner } = await submitted()
    await alarmAfter(owner, 3.1)
    vi.useRealTimers()
    const member = await newMember()
    await member.request('POST', `${attemptsPath}/claim`, { data: { guestToken: guest.jwt } })
    return { member, jwt: member.jwt!, id, guest: owner }
  }
  const erase = (jwt: string) => call('DELETE', '/api/users/me', { jwt, body: { password } })

  it('has them after signing in, in its export, and loses them when it is erased', async () => {
    const { member, jwt, id, guest } = await memberWithJournal()
    const { entries, isFull } = await everyEntry(member, id)
    expect([isFull, entries.length]).toEqual([true, 12])
    // The guest is forgotten; the journal is the member's.
    await objectOf(bindings.READERS, guest).erase()
    expect(await keysIn(id)).toHaveLength(1)
    const { body } = await call('GET', '/api/users/me/export', { jwt })
    const { answers } = body as unknown as { answers: { event_id: string }[] }
    expect(answers.map(({ event_id }) => event_id).sort()).toEqual(
      entries.map((entry) => entry.id).sort(),
    )
    await erase(jwt)
    expect(await keysIn(id)).toEqual([])
  })

  it('leaves none in the bucket where it is erased while one is written', async () => {
    const { id, owner } = await submitted()
    let step: 'before' | 'writing' | 'erased' = 'before'
    const until = async (awaited: typeof step) => {
      while (step !== awaited) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    bindings.JOURNALS = bucketWith({
      put: async (key, value) => {
        step = 'writing'
        await until('erased')
        return bucket.put(key, value)
      },
    })
    quiet()
    vi.setSystemTime(Date.now() + 3.1 * dayMs)
    const object = objectOf(bindings.READERS, owner)
    const waking = object.wake(owner, []).catch(() => undefined)
    await until('writing')
    await object.erase()
    step = 'erased'
    await waking
    expect(await keysIn(id)).toEqual([])
  })
})
