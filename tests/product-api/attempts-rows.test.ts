import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { compactJournals } from '../../product-api/attempts/compaction.ts'
import { simulateGateways } from '../emulators/identity.ts'
import { fullPaper, newGuest, type TestTaker } from '../support/attempts.ts'
import { longAttempt } from '../support/long-attempt.ts'
import { database, requestProductApi } from '../support/product-api.ts'
import { countRows, type RowCounts } from '../support/row-counts.ts'
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
    const counts = countRows()
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
    expect(counts.read).toBeLessThanOrEqual(2000)
    expect(counts.written).toBeLessThanOrEqual(350)
    // The counter sees what D1 bills.
    expect(counts.read).toBeGreaterThan(2 * deliveries)
    expect(counts.written).toBeGreaterThanOrEqual(deliveries)
    const before = { ...counts }
    const since = ({ read, written }: RowCounts) => ({
      read: counts.read - read,
      written: counts.written - written,
    })
    expect((await resultOf(guest, attempt.id)).data.questions).toHaveLength(100)
    const result = since(before)
    const beforeCompaction = { ...counts }
    vi.setSystemTime(Date.now() + 73 * 3_600_000)
    expect(await compactJournals(database(), new Date())).toBe(1)
    const compaction = since(beforeCompaction)
    console.log(JSON.stringify({ deliveries, ...before, result, compaction }))
    expect(before.written + compaction.written).toBeLessThanOrEqual(350)
    expect(result.written).toBeLessThan(5)
  })
})
