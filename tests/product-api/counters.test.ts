import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCounts, spendFromCounters } from '../../product-api/limits/counters.ts'
import { database } from '../support/product-api.ts'
import { seededRandom } from '../support/seeded-random.ts'

const secret = 'a secret of counters'
const minuteMs = 60_000
vi.setConfig({ testTimeout: 60_000 })

beforeEach(async () => {
  await database().prepare('DELETE FROM limit_counters').run()
  forgetCounts()
})

const counted = async () => {
  const { results } = await database().prepare('SELECT count FROM limit_counters').all()
  return results.map(({ count }) => Number(count))
}

/** Whether the units were taken. */
async function spend(max: number, units: number, { isOfEverybody = false, now = Date.now() } = {}) {
  const counter = { limit: { max, seconds: 600 }, name: `of ${max}`, isOfEverybody }
  const counts = await spendFromCounters(database(), secret, [counter], units, new Date(now))
  return counts.every(({ remaining }) => remaining >= 0)
}

describe('a counter from which small amounts are taken', () => {
  it('costs the database nothing for a sender of less than a 32nd of the limit', async () => {
    for (let number = 0; number < 100; number += 1) expect(await spend(3200, 1)).toBe(true)
    expect(await counted()).toEqual([])
  })

  it('counts what passed before when more is asked for', async () => {
    for (let number = 0; number < 101; number += 1) expect(await spend(3200, 1)).toBe(true)
    expect(await counted()).toEqual([200])
  })

  it('lets nothing pass uncounted of a limit that all isolates share', async () => {
    expect(await spend(3200, 1, { isOfEverybody: true })).toBe(true)
    expect(await counted()).toEqual([1])
  })

  it('takes no more than twice what is used of it, however many isolates there are', async () => {
    const [isolates, each] = [300, 5]
    for (let isolate = 0; isolate < isolates; isolate += 1) {
      forgetCounts()
      for (let number = 0; number < each; number += 1)
        expect(await spend(3200, 1, { isOfEverybody: true })).toBe(true)
    }
    const [count = 0] = await counted()
    expect(count).toBeGreaterThanOrEqual(isolates * each)
    expect(count).toBeLessThanOrEqual(2 * isolates * each)
  })

  it('asks the database seldom for much of it', async () => {
    const statements = vi.spyOn(database(), 'prepare')
    for (let number = 0; number < 1000; number += 1)
      expect(await spend(320_000, 1, { isOfEverybody: true })).toBe(true)
    expect(statements.mock.calls.length).toBeLessThanOrEqual(12)
    statements.mockRestore()
  })

  it('lets nothing more pass after a refusal until the limit begins anew', async () => {
    const now = Date.now()
    for (let number = 0; number < 32; number += 1)
      expect(await spend(3200, 100, { now })).toBe(true)
    for (let minute = 0; minute < 10; minute += 1)
      expect(await spend(3200, 1, { now: now + minute * minuteMs })).toBe(false)
    expect(await spend(3200, 1, { now: now + 11 * minuteMs })).toBe(true)
  })

  it('passes at most its limit and a 32nd for each isolate, in random amounts', async () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      await database().prepare('DELETE FROM limit_counters').run()
      forgetCounts()
      const random = seededRandom(seed)
      const max = 320 + random.integerBelow(5000)
      const now = Date.now()
      let [passed, isolates, refusals] = [0, 1, 0]
      while (refusals < 20) {
        // Another isolate remembers nothing of this one.
        if (random.next() < 0.02 && isolates < 4) {
          forgetCounts()
          isolates += 1
        }
        const units = 1 + random.integerBelow(Math.ceil(max / 16))
        if (await spend(max, units, { now })) passed += units
        else refusals += 1
      }
      expect(passed).toBeLessThanOrEqual(max * (1 + isolates / 32))
      // What an isolate took and forgot is lost to the sender, and the last of each.
      expect(passed).toBeGreaterThan(max * (1 - isolates * (2 / 32 + 1 / 16)))
    }
  })
})
