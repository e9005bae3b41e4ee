import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventId } from '../../domain/attempt/journal.ts'
import { emptyStoredProgress, encodeProgress } from '../../product-api/attempts/stored-progress.ts'
import { simulateGateways } from '../emulators/identity.ts'
import { entriesOf, newGuest, newWriter, visitor, type TestTaker } from '../support/attempts.ts'
import { selectOwnRows } from '../support/readers.ts'
import { resultOf } from '../support/rulings.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 30_000 })
afterEach(() => vi.useRealTimers())

type Result = { stored: string; id: string; reason?: string; isReplaced?: boolean }

async function startedAttempt(more: Record<string, unknown> = {}) {
  const guest = await newGuest()
  const { data: attempt } = await guest.start(more)
  const { questions } = await guest.paper(attempt.id)
  return { guest, attempt, id: attempt.id, ids: questions.map(({ id }) => id) }
}

const send = (who: TestTaker, id: string, events: unknown[], more: Record<string, unknown> = {}) =>
  who.request<{ results: Result[]; attempt: { lastTick: number } }>(
    'POST',
    `/api/user-test-progresses/${id}/events`,
    { events, ...more },
  )

/** As if so many more entries were stored. */
const fillJournal = (id: string, count: number) =>
  selectOwnRows(
    id,
    `UPDATE attempts SET journal_state = json_set(
       coalesce(journal_state, ?2), '$.count',
       (coalesce(journal_state, ?2) ->> 'count') + ?3)
     WHERE id = ?1`,
    ...[id, encodeProgress(emptyStoredProgress(), []), count],
  )

describe('the results of a delivery', () => {
  it('say of each entry, at its place, whether it is stored and counts', async () => {
    const { guest, id, ids } = await startedAttempt()
    const write = newWriter()
    const [good, unknown, better] = [
      write({ question: ids[0]!, option: 1 }),
      write({ question: 'no-such-question', option: 1 }),
      write({ question: ids[1]!, option: 2 }),
    ]
    const { status, data } = await send(guest, id, [good, 'nonsense', unknown, better])
    expect(status).toBe(200)
    expect(data.results).toMatchObject([
      { stored: 'counted', id: eventId(good), isReplaced: false },
      { stored: 'apart', id: expect.stringMatching(/^unreadable-/), reason: 'impossible' },
      { stored: 'apart', id: eventId(unknown), reason: 'impossible' },
      { stored: 'counted', id: eventId(better), isReplaced: false },
    ])
    const [, second] = await Promise.all([1, 2].map(() => send(guest, id, [good, 'nonsense'])))
    expect(second?.data.results).toEqual(data.results.slice(0, 2))
  })

  it('name an entry that a full journal does not take as refused', async () => {
    const { guest, id, ids } = await startedAttempt()
    const write = newWriter()
    const first = write({ question: ids[0]!, option: 1 })
    await send(guest, id, [first])
    await fillJournal(id, 20_000)
    const second = write({ question: ids[1]!, option: 1 })
    expect((await send(guest, id, [first, second])).data.results).toMatchObject([
      { stored: 'counted', id: eventId(first) },
      { stored: 'refused', id: eventId(second), reason: 'journal-full' },
    ])
  })

  it('answer 413 to a body above the limit, and to nothing else', async () => {
    // Two guests: the write budget of one is smaller than both bodies.
    const [one, other] = [await startedAttempt(), await startedAttempt()]
    expect((await send(one.guest, one.id, ['x'.repeat(262_144)])).status).toBe(413)
    const many = Array.from({ length: 500 }, () => 'y'.repeat(400))
    expect((await send(other.guest, other.id, many)).status).toBe(200)
  })
})

describe('the holder of a carry key', () => {
  it('cannot raise the tick so far that the owner has no next one', async () => {
    const { guest, attempt, id, ids } = await startedAttempt()
    const { carryKey } = attempt
    const forged = { ...newWriter()({ question: ids[0]!, option: 3 }), tick: 2_000_000_000 }
    const { data } = await send(visitor, id, [forged], { carryKey })
    expect(data.results).toMatchObject([{ stored: 'apart', reason: 'impossible' }])
    const { lastTick } = (await guest.read(id)).data
    const own = { ...newWriter()({ question: ids[0]!, option: 1 }), tick: lastTick + 1 }
    expect((await send(guest, id, [own])).data.results[0]?.stored).toBe('counted')
    await guest.submit(id)
    expect((await resultOf(guest, id)).data.questions[0]?.chosen).toBe(1)
  })

  it('cannot fill the journal for the owner', async () => {
    const { guest, attempt, id, ids } = await startedAttempt()
    await fillJournal(id, 10_000)
    const { carryKey } = attempt
    const write = newWriter()
    const carried = await send(visitor, id, [write({ question: ids[0]!, option: 1 })], { carryKey })
    expect(carried.data.results[0]).toMatchObject({ stored: 'refused', reason: 'journal-full' })
    const own = await send(guest, id, [write({ question: ids[0]!, option: 1 })])
    expect(own.data.results[0]?.stored).toBe('counted')
  })

  it('is told which carried answers a later one of another device replaced', async () => {
    const { guest, attempt, id, ids } = await startedAttempt()
    const startedAtMs = Date.parse(attempt.startedAt)
    vi.setSystemTime(startedAtMs + 300_000)
    const live = newWriter('live-device-writer', () => startedAtMs + 200_000)
    await send(guest, id, [live({ question: ids[0]!, option: 1 })], { device: 'device-live' })
    const stale = newWriter('stale-device-writer', () => startedAtMs + 60_000)
    const carried = [
      stale({ question: ids[0]!, option: 2 }),
      stale({ question: ids[1]!, option: 3 }),
    ]
    const sender = { carryKey: attempt.carryKey, device: 'device-stale', via: 'code' }
    const { data } = await send(visitor, id, carried, sender)
    expect(data.results.map(({ isReplaced }) => isReplaced)).toEqual([true, false])
    await guest.submit(id)
    const { questions } = (await resultOf(guest, id)).data
    expect(questions.slice(0, 2).map(({ chosen }) => chosen)).toEqual([1, 3])
  })
})

describe('practice', () => {
  it('counts no answer that arrives after the key was shown, however it is dated', async () => {
    const { guest, attempt, id, ids } = await startedAttempt({ mode: 'practice' })
    const question = ids[0]!
    const { data: key } = await guest.reveal(id, question)
    const startedAtMs = Date.parse(attempt.startedAt)
    const write = newWriter('a-backdating-writer', () => startedAtMs)
    const backdated = { ...write({ question, option: key.accepted[0]! }), tick: 0 }
    const { data } = await send(guest, id, [backdated], {
      device: 'backdating',
      sentAt: Date.now(),
    })
    expect(data.results).toMatchObject([{ stored: 'apart', reason: 'after-reveal' }])
    await guest.submit(id)
    const result = (await resultOf(guest, id)).data
    expect(result.questions[0]).toMatchObject({ chosen: null, outcome: 'blank' })
    expect(result.apart).toMatchObject([{ number: 1, standing: 'after-reveal' }])
  })
})

describe('answers that did not count', () => {
  it('leave out what counts all the same, and name nothing twice', async () => {
    const { guest, attempt, id, ids } = await startedAttempt()
    const write = newWriter()
    const saved = write({ question: ids[0]!, option: 1 })
    await send(guest, id, [saved])
    await guest.submit(id)
    const other = newWriter()
    await send(guest, id, [
      other({ question: ids[0]!, option: 1 }),
      other({ question: ids[1]!, option: 2, kind: 'choose' }),
      other({ question: ids[1]!, option: 2 }),
    ])
    expect(attempt.status).toBe('running')
    expect((await resultOf(guest, id)).data.apart).toMatchObject([
      { number: 2, option: 2, standing: 'after-submission' },
    ])
    expect(await entriesOf(id)).toHaveLength(4)
  })
})
