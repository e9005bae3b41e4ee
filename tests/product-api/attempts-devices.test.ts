import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { replay, type JournalEvent } from '../../domain/attempt/journal.ts'
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

/** Two devices that are online: one answers, and half a minute later the other saves. hasSeen:
 *  whether the second had fetched the answer; undefined: it does not say. */
async function answeredByTwo({
  hasSeen,
  ...entry
}: {
  hasSeen: boolean | undefined
  kind?: JournalEvent['kind']
  option?: number | null
}) {
  const { guest, id, ids, startedAtMs } = await startedAttempt()
  const question = ids[0]!
  vi.setSystemTime(startedAtMs + minute)
  const one = { ...newWriter('device-one-writer')({ question, option: 1 }), seen: 0 }
  const first = await guest.send(id, [one], { device: 'device-one' })
  const seen = hasSeen === undefined ? undefined : first.data.next - (hasSeen ? 0 : 1)
  vi.setSystemTime(startedAtMs + 1.5 * minute)
  const other = newWriter('device-two-writer')({ question, option: 2, ...entry })
  const second = await guest.send(id, [{ ...other, seen }], { device: 'device-two' })
  return { guest, id, question, second }
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

  it('are not named where the other device had fetched what it replaced', async () => {
    const { guest, id, question, second } = await answeredByTwo({ hasSeen: true })
    expect(await savedOf(guest, id, question)).toBe(2)
    expect(await replacedOf(guest, id)).toEqual([])
    expect(second.data.results).toMatchObject([{ stored: 'counted', isReplaced: false }])
  })

  it('are named where the other device was online and had not fetched it', async () => {
    for (const hasSeen of [false, undefined]) {
      const { guest, id, question } = await answeredByTwo({ hasSeen })
      expect(await savedOf(guest, id, question)).toBe(2)
      expect(await replacedOf(guest, id)).toMatchObject([
        { question, kept: { option: 2 }, replaced: { option: 1 } },
      ])
    }
  })

  it('stay when the other device saves or marks the blank that it shows', async () => {
    for (const kind of ['save', 'mark'] as const) {
      const { guest, id, question } = await answeredByTwo({ hasSeen: false, kind, option: null })
      expect(await savedOf(guest, id, question)).toBe(1)
      expect(await replacedOf(guest, id)).toEqual([])
      expect((await guest.read(id)).data.answered).toBe(1)
      await guest.submit(id)
      expect((await resultOf(guest, id)).data.questions[0]?.chosen).toBe(1)
    }
  })

  it('are named where the other device cleared what it had not fetched', async () => {
    const { guest, id, question } = await answeredByTwo({
      hasSeen: false,
      kind: 'clear',
      option: null,
    })
    expect(await replacedOf(guest, id)).toMatchObject([
      { question, kept: { option: null }, replaced: { option: 1 } },
    ])
  })

  it('dated in the future count 75 seconds before their arrival, and are named', async () => {
    const { guest, id, ids, startedAtMs } = await startedAttempt()
    const question = ids[0]!
    vi.setSystemTime(startedAtMs + 5 * minute)
    const honest = newWriter('honest-writer-0')({ question, option: 1 })
    await guest.send(id, [{ ...honest, seen: 0 }], { device: 'device-honest' })
    vi.setSystemTime(startedAtMs + 5.5 * minute)
    const ahead = newWriter('writer-ahead-0', () => startedAtMs + 40 * minute)
    const future = { ...ahead({ question, option: 2 }), seen: 0 }
    const { data } = await guest.send(id, [future], { device: 'device-ahead' })
    expect(data.results).toMatchObject([
      { stored: 'counted', at: startedAtMs + 5.5 * minute - 75_000, isReplaced: true },
    ])
    expect(await savedOf(guest, id, question)).toBe(1)
    expect(await replacedOf(guest, id)).toMatchObject([
      { kept: { option: 1 }, replaced: { option: 2 } },
    ])
    const later = { ...ahead({ question, option: 3 }), seen: data.next }
    await guest.send(id, [later], { device: 'device-ahead' })
    expect(await savedOf(guest, id, question)).toBe(3)
    expect(await replacedOf(guest, id)).toEqual([])
  })

  it('that arrive after the reader has chosen between others are named', async () => {
    const setting = await startedAttempt()
    const { guest, id } = setting
    const { question, early } = await busyAndOffline(setting)
    await choose(guest, id, { question, event: `${early.writer}.${early.tick}` })
    const third = newWriter('third-device-writer', () => setting.startedAtMs + 4 * minute)
    await guest.send(id, [third({ question, option: 3 })], { device: 'device-third' })
    expect(await savedOf(guest, id, question)).toBe(1)
    expect(await replacedOf(guest, id)).toMatchObject([
      { kept: { option: 1 }, replaced: { option: 3, device: 'device-third' } },
    ])
  })

  it('of a rescue code are named, whichever counts', async () => {
    for (const codeIsLater of [true, false]) {
      const { guest, id, ids, startedAtMs, attempt } = await startedAttempt()
      const question = ids[0]!
      vi.setSystemTime(startedAtMs + 3 * minute)
      const other = { ...newWriter('other-writer-0')({ question, option: 1 }), seen: 0 }
      await guest.send(id, [other], { device: 'device-other' })
      vi.setSystemTime(startedAtMs + 4 * minute)
      const atMs = startedAtMs + (codeIsLater ? 3.5 : 2) * minute
      const code = newWriter('code-writer-0', () => atMs)({ question, option: 2 })
      const more = { device: 'device-code', via: 'code', carryKey: attempt.carryKey }
      await visitor.send(id, [code], more)
      const [kept, replaced] = codeIsLater ? [2, 1] : [1, 2]
      expect(await savedOf(guest, id, question)).toBe(kept)
      expect(await replacedOf(guest, id)).toMatchObject([
        { kept: { option: kept }, replaced: { option: replaced } },
      ])
    }
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
