import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { simulateGateways } from '../emulators/identity.ts'
import { newGuest, newMember, newWriter, visitor, type TestTaker } from '../support/attempts.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 30_000 })
afterEach(() => vi.useRealTimers())

type History = {
  devices: number
  counts: Record<string, number>
  replaced: unknown[]
  entries: {
    device: number
    kind: string
    number: number | null
    outcome: string
    via: string | null
  }[]
  pages: number
}

const historyOf = (who: TestTaker, id: string, query = '') =>
  who.request<History>('GET', `/api/user-test-progresses/${id}/history${query}`)

describe('the history of an attempt’s answers', () => {
  it('names each entry’s device, time and outcome, and counts them', async () => {
    const guest = await newGuest()
    const { data: attempt } = await guest.start()
    const { questions } = await guest.paper(attempt.id)
    const ids = questions.map(({ id }) => id)
    const startedAtMs = Date.parse(attempt.startedAt)
    vi.setSystemTime(startedAtMs + 600_000 - 1000)
    let at = startedAtMs
    const step = () => (at += 10_000)
    const one = newWriter('first-device-writer', step)
    await guest.send(
      attempt.id,
      [
        one({ kind: 'visit', question: ids[0]! }),
        one({ kind: 'choose', question: ids[0]!, option: 1 }),
        one({ question: ids[0]!, option: 1 }),
        one({ question: ids[0]!, option: 2 }),
        one({ kind: 'choose', question: ids[1]!, option: 3 }),
        one({ question: ids[2]!, option: 0 }),
        'nonsense',
      ],
      { device: 'device-one', sentAt: Date.now() },
    )
    const two = newWriter('second-device-writer', step)
    await guest.send(attempt.id, [two({ question: ids[2]!, option: 1 })], {
      ...{ device: 'device-two', sentAt: Date.now(), via: 'code' },
    })
    vi.setSystemTime(startedAtMs + 600_000 + 130_000)
    const late = newWriter('first-device-again', () => startedAtMs + 650_000)
    await guest.send(attempt.id, [late({ question: ids[4]!, option: 1 })], { device: 'device-one' })
    const { status, data } = await historyOf(guest, attempt.id)
    expect(status).toBe(200)
    expect(data.devices).toBe(2)
    expect(data.counts).toEqual({ received: 7, counting: 2, late: 0, replaced: 1, notCounted: 2 })
    expect(
      data.entries.map(({ device, kind, number, outcome, via }) => [
        device,
        kind,
        number,
        outcome,
        via,
      ]),
    ).toEqual([
      [1, 'unreadable', null, 'impossible', null],
      [1, 'save', 1, 'changed', null],
      [1, 'save', 1, 'counts', null],
      [1, 'choose', 2, 'not-saved', null],
      [1, 'save', 3, 'replaced', null],
      [2, 'save', 3, 'counts', 'code'],
      [1, 'save', 5, 'late', null],
    ])
  })

  it('has pages of 200 entries, and a last one for a number beyond them', async () => {
    const guest = await newGuest()
    const { data: attempt } = await guest.start()
    const { questions } = await guest.paper(attempt.id)
    const write = newWriter()
    const events = Array.from({ length: 450 }, (_, index) =>
      write({ question: questions[index % 10]!.id, option: index % 4 }),
    )
    await guest.send(attempt.id, events)
    const sizes = await Promise.all(
      [1, 3, 99].map(async (page) => (await historyOf(guest, attempt.id, `?page=${page}`)).data),
    )
    expect(sizes.map(({ entries, pages }) => [entries.length, pages])).toEqual([
      [200, 3],
      [50, 3],
      [50, 3],
    ])
  })

  it('is refused to everybody but the owner', async () => {
    const guest = await newGuest()
    const { data: attempt } = await guest.start()
    expect((await historyOf(visitor, attempt.id)).status).toBe(403)
    for (const other of [await newGuest(), await newMember()])
      expect((await historyOf(other, attempt.id)).status).toBe(404)
  })
})
