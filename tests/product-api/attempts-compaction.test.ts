import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readAttempt } from '../../product-api/attempts/read-attempt.ts'
import { simulateGateways } from '../emulators/identity.ts'
import {
  entriesOf,
  newGuest,
  newWriter,
  startedEarlier,
  type TestTaker,
} from '../support/attempts.ts'
import { ownerOfAttempt, runAlarm, selectOwnRows, storesOf } from '../support/readers.ts'
import { resultOf } from '../support/rulings.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 30_000 })
afterEach(() => vi.useRealTimers())

const hourMs = 3_600_000
const historyOf = (who: TestTaker, id: string) =>
  who.request<Record<string, unknown>>('GET', `/api/user-test-progresses/${id}/history`)

/** What two phones sent: taps, visits, a replaced answer, what cannot be read. */
async function answeredAttempt() {
  const guest = await newGuest()
  const { data: attempt } = await guest.start()
  const { id } = attempt
  const ids = (await guest.paper(id)).questions.map((question) => question.id)
  await startedEarlier(id)
  let at = Date.parse(attempt.startedAt)
  const one = newWriter('first-device-writer', () => (at += 1000))
  const first = [
    one({ kind: 'visit', question: ids[0]! }),
    one({ kind: 'choose', question: ids[0]!, option: 1 }),
    one({ question: ids[0]!, option: 1 }),
    one({ kind: 'leave', question: ids[0]! }),
    one({ kind: 'mark', question: ids[1]!, option: 2 }),
    one({ kind: 'choose', question: ids[2]!, option: 3 }),
    'nonsense',
  ]
  await guest.send(id, first, { device: 'device-one' })
  const two = newWriter('second-device-writer', () => (at += 1000))
  const second = [two({ kind: 'visit', question: ids[1]! }), two({ question: ids[1]!, option: 0 })]
  await guest.send(id, second, { device: 'device-two' })
  return { guest, attempt, id, ids, first, second }
}

/** Runs the alarm of an attempt's reader so many hours from now. */
async function compactAfter(id: string, hours: number) {
  vi.setSystemTime(Date.now() + hours * hourMs)
  expect(await runAlarm(await ownerOfAttempt(id))).toBe(true)
}
const isCompacted = async (id: string) =>
  (await readAttempt((await storesOf(id)).own, id))?.is_compacted === 1

describe('a compacted journal', () => {
  it('says the same in the result and the history', async () => {
    const { guest, id } = await answeredAttempt()
    await guest.submit(id)
    const before = [await resultOf(guest, id), await historyOf(guest, id)]
    await compactAfter(id, 71)
    expect(await isCompacted(id)).toBe(false)
    await compactAfter(id, 2)
    expect(await isCompacted(id)).toBe(true)
    expect((await entriesOf(id)).length).toBeLessThan(9)
    const after = [await resultOf(guest, id), await historyOf(guest, id)]
    const withoutNow = (answers: { data: unknown }[]) =>
      answers.map(({ data }) =>
        JSON.stringify(data, (key, part: unknown) =>
          key === 'now' || key === 'until' ? null : part,
        ),
      )
    expect(withoutNow(after)).toEqual(withoutNow(before))
  })

  it('knows all entries that are sent again, and stores what is new apart', async () => {
    const { guest, id, ids, first, second } = await answeredAttempt()
    await guest.submit(id)
    const send = (events: unknown[], device: string) => guest.send(id, events, { device })
    const before = [await send(first, 'device-one'), await send(second, 'device-two')]
    await compactAfter(id, 73)
    const again = [await send(first, 'device-one'), await send(second, 'device-two')]
    // Visits and saved taps have no time any more; a device sends them with the same one.
    const withoutTime = ({ data }: (typeof before)[number]) =>
      data.results.map(({ at: _, ...result }) => result)
    expect(again.map(withoutTime)).toEqual(before.map(withoutTime))
    const late = newWriter('first-device-later')({ question: ids[4]!, option: 1 })
    for (let times = 0; times < 2; times++)
      expect((await send([late], 'device-one')).data.results).toMatchObject([
        { stored: 'apart', reason: 'after-submission' },
      ])
    const count = (await entriesOf(id)).length
    await compactAfter(id, 73)
    expect((await entriesOf(id)).length).toBe(count)
    expect((await send([late, ...first], 'device-one')).data.results).toMatchObject([
      { stored: 'apart' },
      ...withoutTime(before[0]!),
    ])
    expect((await resultOf(guest, id)).data.apart).toMatchObject([
      { standing: 'impossible' },
      { number: 5, option: 1, standing: 'after-submission' },
    ])
  })

  it('waits until answers are awaited no more, and counts all of them', async () => {
    const { guest, attempt, id, ids } = await answeredAttempt()
    const endsAt = Date.parse(String(attempt.endsAt))
    vi.setSystemTime(endsAt + 130_000)
    await guest.read(id)
    const late = newWriter('first-device-later', () => endsAt - 600_000)
    await selectOwnRows(id, `UPDATE attempts SET compact_at = '2026-01-01' WHERE id = ?`, id)
    await compactAfter(id, 0)
    expect(await isCompacted(id)).toBe(false)
    const sent = await guest.send(id, [late({ question: ids[5]!, option: 1 })])
    expect(sent.data.results).toMatchObject([{ stored: 'counted' }])
    await compactAfter(id, 73)
    expect(await isCompacted(id)).toBe(true)
    expect((await resultOf(guest, id)).data.questions[5]?.chosen).toBe(1)
  })

  it('is not kept waiting by another one that cannot be compacted', async () => {
    const { guest, id } = await answeredAttempt()
    const { data: bad } = await guest.start()
    for (const one of [id, bad.id]) await guest.submit(one)
    await selectOwnRows(id, `UPDATE attempts SET journal_tail = 'not JSON' WHERE id = ?`, bad.id)
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await compactAfter(id, 73)
    expect(error).toHaveBeenCalled()
    error.mockRestore()
    expect([await isCompacted(bad.id), await isCompacted(id)]).toEqual([false, true])
    const [row] = await selectOwnRows(id, 'SELECT compact_at FROM attempts WHERE id = ?', bad.id)
    expect(Date.parse(String(row?.compact_at))).toBeGreaterThan(Date.now())
  })
})
