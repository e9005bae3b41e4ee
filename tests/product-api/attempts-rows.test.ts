import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { simulateGateways } from '../emulators/identity.ts'
import { fullPaper, newGuest, type TestTaker } from '../support/attempts.ts'
import { longAttempt } from '../support/long-attempt.ts'
import { requestProductApi } from '../support/product-api.ts'
import { ownerOfAttempt, runAlarm } from '../support/readers.ts'
import { countOwnRows, countRows, type RowCounts } from '../support/row-counts.ts'
import { resultOf } from '../support/rulings.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 120_000 })
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  simulateGateways()
})

/** As over HTTP, with the length of the body, by which the write budget is charged. */
async function post(who: TestTaker, path: string, body: object) {
  const text = JSON.stringify(body)
  const response = await requestProductApi(`/api/user-test-progresses/${path}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'content-length': String(text.length) },
      authorization: `Bearer ${who.jwt}`,
    },
    body: text,
  })
  expect(response.status).toBe(200)
  return (await response.json<{ data: { next: number; answered: number } }>()).data
}

describe('an attempt of 100 questions', () => {
  it('in about 242 deliveries reads at most 2,000 rows and writes at most 350', async () => {
    // The first one copies the paper; one request in fifty looks for pending rulings.
    const first = await newGuest()
    await first.start({ test: fullPaper })
    vi.spyOn(Math, 'random').mockReturnValue(0.99)
    const guest = await newGuest()
    const shared = countRows()
    const own = await countOwnRows()
    const { data: attempt } = await guest.start({ test: fullPaper })
    const { questions } = await guest.paper(attempt.id)
    const ids = questions.map(({ id }) => id)
    let [after, deliveries] = [0, 0]
    for (const { events, now } of longAttempt(ids, Date.parse(attempt.startedAt), 1)) {
      vi.setSystemTime(now)
      const body = { events, device: 'phone-one', after }
      after = (await post(guest, `${attempt.id}/events`, body)).next
      deliveries += 1
    }
    const submitted = await post(guest, `${attempt.id}/submit`, { by: 'reader' })
    expect(submitted.answered).toBeGreaterThan(90)
    expect(deliveries).toBeGreaterThanOrEqual(238)
    expect(deliveries).toBeLessThan(250)
    const [sharedRows, ownRows] = [{ ...shared }, { ...own() }]
    // The summary's rows are those of the queue's consumer: tests deliver each message alone.
    expect(sharedRows.read + ownRows.read).toBeLessThanOrEqual(2000)
    expect(sharedRows.written + ownRows.written).toBeLessThanOrEqual(350)
    // No delivery writes to the database that all share.
    expect(sharedRows.written).toBeLessThan(60)
    // The counters see what is billed.
    expect(ownRows.read).toBeGreaterThan(deliveries)
    expect(ownRows.written).toBeGreaterThanOrEqual(deliveries)
    expect((await resultOf(guest, attempt.id)).data.questions).toHaveLength(100)
    const result = { shared: since(shared, sharedRows), own: since(own(), ownRows) }
    const [before, ownBefore] = [{ ...shared }, { ...own() }]
    vi.setSystemTime(Date.now() + 73 * 3_600_000)
    expect(await runAlarm(await ownerOfAttempt(attempt.id))).toBe(true)
    const compaction = { shared: since(shared, before), own: since(own(), ownBefore) }
    console.log(JSON.stringify({ deliveries, sharedRows, ownRows, result, compaction }))
    expect(ownRows.written + sharedRows.written + compaction.own.written).toBeLessThanOrEqual(350)
    expect(result.own.written + result.shared.written).toBeLessThan(5)
  })
})

const since = (now: RowCounts, before: RowCounts): RowCounts => ({
  read: now.read - before.read,
  written: now.written - before.written,
})
