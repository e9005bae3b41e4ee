import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { replay } from '../../domain/attempt/journal.ts'
import { simulateGateways } from '../emulators/identity.ts'
import { newGuest, newMember, newWriter, visitor, type TestTaker } from '../support/attempts.ts'
import { resultOf } from '../support/rulings.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 30_000 })
afterEach(() => vi.useRealTimers())

const minute = 60_000

type Replaced = { question: string; kept: Answer; replaced: Answer }
type Answer = { event: string; option: number | null; device: string | null }

async function startedAttempt() {
  const guest = await newGuest()
  const { data: attempt } = await guest.start()
  const { questions } = await guest.paper(attempt.id)
  const startedAtMs = Date.parse(attempt.startedAt)
  return { guest, id: attempt.id, ids: questions.map(({ id }) => id), startedAtMs, attempt }
}

const savedOf = async (guest: TestTaker, id: string, question: string) =>
  replay((await guest.eventsAfter(id)).data.events).questions.get(question)?.saved ?? null

const replacedOf = async (guest: TestTaker, id: string) =>
  (
    await guest.request<{ replaced: Replaced[] }>(
      'GET',
      `/api/user-test-progresses/${id}/events?after=0`,
    )
  ).data.replaced

const choose = (who: TestTaker, id: string, choice: { question: string; event: string }) =>
  who.request<{ replaced: Replaced[] }>('POST', `/api/user-test-progresses/${id}/choose`, choice)

/** A busy device answers and delivers at once; another answers the same question later, offline,
 *  with a smaller tick, and delivers at the end. */
async function busyAndOffline(setting: Awaited<ReturnType<typeof startedAttempt>>) {
  const { guest, id, ids, startedAtMs } = setting
  const question = ids[0]!
  const busy = newWriter('busy-device-writer')
  vi.setSystemTime(startedAtMs + minute)
  const looked = Array.from({ length: 30 }, () => busy({ kind: 'visit', question }))
  const early = busy({ question, option: 1 })
  await guest.send(id, [...looked, early], { device: 'device-busy', sentAt: Date.now() })
  const offline = newWriter('offline-device-writer', () => startedAtMs + 3 * minute)
  const late = offline({ question, option: 2 })
  vi.setSystemTime(startedAtMs + 5 * minute)
  const sent = await guest.send(id, [late], { device: 'device-offline', sentAt: Date.now() })
  return { question, early, late, sent }
}

describe('the answers of two devices to one question', () => {
  it('count in the order in which they were given, whatever their ticks', async () => {
    const setting = await startedAttempt()
    const { question } = await busyAndOffline(setting)
    expect(await savedOf(setting.guest, setting.id, question)).toBe(2)
    const { data } = await setting.guest.submit(setting.id)
    const result = (await resultOf(setting.guest, data.id)).data
    expect(result.questions[0]?.chosen).toBe(2)
    expect(result.replacedCount).toBe(1)
  })

  it('count in that order where the clock of one device is wrong', async () => {
    const { guest, id, ids, startedAtMs } = await startedAttempt()
    const question = ids[0]!
    const wrongBy = -20 * minute
    vi.setSystemTime(startedAtMs + minute)
    const right = newWriter('device-right-writer')
    await guest.send(id, [right({ question, option: 1 })], {
      ...{ device: 'device-right', sentAt: Date.now() },
    })
    vi.setSystemTime(startedAtMs + 2 * minute)
    const wrong = newWriter('device-wrong-writer', () => Date.now() + wrongBy)
    const event = wrong({ question, option: 3 })
    vi.setSystemTime(startedAtMs + 2 * minute + 2000)
    const { data } = await guest.request<{ results: { at: number }[] }>(
      'POST',
      `/api/user-test-progresses/${id}/events`,
      { events: [event], device: 'device-wrong', sentAt: Date.now() + wrongBy },
    )
    expect(data.results[0]?.at).toBe(startedAtMs + 2 * minute)
    expect(await savedOf(guest, id, question)).toBe(3)
  })

  it('of one device count by tick, even where its clock went back', async () => {
    const { guest, id, ids, startedAtMs } = await startedAttempt()
    const question = ids[0]!
    let at = startedAtMs + 5 * minute
    vi.setSystemTime(startedAtMs + 6 * minute)
    const write = newWriter('one-device-writer', () => at)
    const first = write({ question, option: 1 })
    at = startedAtMs + minute
    await guest.send(id, [first, write({ question, option: 2 })], { device: 'device-one' })
    expect(await savedOf(guest, id, question)).toBe(2)
    expect((await guest.read(id)).data.answered).toBe(1)
  })

  it('are named where neither device knew of the other’s, with one call to choose', async () => {
    const setting = await startedAttempt()
    const { guest, id } = setting
    const { question, early, late } = await busyAndOffline(setting)
    expect(await replacedOf(guest, id)).toMatchObject([
      {
        ...{ question, number: 1 },
        kept: { event: `${late.writer}.${late.tick}`, option: 2, device: 'device-offline' },
        replaced: { event: `${early.writer}.${early.tick}`, option: 1, device: 'device-busy' },
      },
    ])
    const choice = { question, event: `${early.writer}.${early.tick}` }
    expect((await choose(guest, id, { ...choice, event: 'busy-device-writer.99' })).status).toBe(
      404,
    )
    for (const other of [await newGuest(), await newMember()])
      expect((await choose(other, id, choice)).status).toBe(404)
    expect((await choose(visitor, id, choice)).status).toBe(403)
    expect(await choose(guest, id, choice)).toMatchObject({ status: 200, data: { replaced: [] } })
    expect((await choose(guest, id, choice)).status).toBe(200)
    expect(await savedOf(guest, id, question)).toBe(1)
    await guest.submit(id)
    expect((await choose(guest, id, choice)).error?.name).toBe('AttemptOver')
    expect((await resultOf(guest, id)).data.questions[0]?.chosen).toBe(1)
  })

  it('are not named where the reader continued on the other device', async () => {
    const { guest, id, ids, startedAtMs } = await startedAttempt()
    const question = ids[0]!
    for (const [index, device] of ['device-one', 'device-two'].entries()) {
      vi.setSystemTime(startedAtMs + (index + 1) * minute)
      const write = newWriter(`${device}-writer`)
      await guest.send(id, [write({ question, option: index })], { device, sentAt: Date.now() })
    }
    expect(await savedOf(guest, id, question)).toBe(1)
    expect(await replacedOf(guest, id)).toEqual([])
  })

  it('without devices count by tick, as before', async () => {
    const { guest, id, ids, startedAtMs } = await startedAttempt()
    const question = ids[0]!
    const busy = newWriter('busy-writer-0', () => startedAtMs)
    const events = [...Array.from({ length: 5 }, () => busy({ kind: 'visit', question }))]
    await guest.send(id, [...events, busy({ question, option: 1 })])
    await guest.send(id, [newWriter('later-writer-0')({ question, option: 2 })])
    expect(await savedOf(guest, id, question)).toBe(1)
    expect(await replacedOf(guest, id)).toEqual([])
  })
})
