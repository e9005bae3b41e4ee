import { describe, expect, it } from 'vitest'
import { paymentsDays, quantile, simulatedProviders } from '../bench/payments-days-table.ts'
import { simulatePaymentsDay, type PaymentsDay } from '../bench/payments-day.ts'
import { TimeQueue } from '../bench/time-queue.ts'
import { mulberry32 } from '../authoring/generators/seeded-random.ts'

// A 32nd of each day of docs/scale.md: one clock of each provider. `npm run bench:scale --
// --payments` simulates all of them.

const providers = simulatedProviders()
const simulate = (day: PaymentsDay) => {
  const result = simulatePaymentsDay({ ...day, clocks: 1 }, providers)
  return { phonepe: result.get('phonepe')!, paypal: result.get('paypal')! }
}

describe('a day of 100,000 orders', () => {
  it.each(Object.entries(paymentsDays))(
    'has looks that keep the schedules: %s',
    { timeout: 60_000 },
    (_name, day) => {
      const { phonepe, paypal } = simulate(day)
      // With slow answers the limit of calls at once holds looks back.
      const maxMs = day.callMs < 1000 ? 3000 : 10_000
      for (const { looks, delaysMs, lostDelaysMs, outageDelaysMs } of [phonepe, paypal]) {
        expect(looks).toBeGreaterThan(100)
        expect(quantile(delaysMs, 0.99)).toBeLessThan(maxMs)
        expect(delaysMs.at(-1)).toBeLessThan(20_000)
        // Nothing is left behind by an outage of 20 minutes.
        expect(outageDelaysMs.at(-1) ?? 0).toBeLessThan(23 * 60_000)
        expect(quantile(lostDelaysMs, 0.95)).toBeLessThan(maxMs)
      }
    },
  )

  it('asks a provider that is down about once a minute', { timeout: 60_000 }, () => {
    const day = Object.values(paymentsDays).find(({ outage }) => outage)!
    const { phonepe, paypal } = simulate(day)
    const { fromHour, minutes } = day.outage!
    const [from, until] = [fromHour * 60, fromHour * 60 + minutes]
    const calls = (one: typeof phonepe, start: number, end: number) =>
      one.callsByMinute.slice(start, end).reduce((sum, count) => sum + count, 0)
    expect(calls(phonepe, from - 2, from)).toBeGreaterThan(100)
    expect(calls(phonepe, from + 3, until)).toBeLessThan(2 * (minutes - 3))
    // The other provider's orders do not wait.
    expect(quantile(paypal.delaysMs, 1)).toBeLessThan(10_000)
  })
})

it('the queue of times is in their order', () => {
  const random = mulberry32(1)
  const queue = new TimeQueue<number>()
  const times = Array.from({ length: 1000 }, () => Math.floor(random() * 300))
  for (const time of times) queue.push(time, time)
  const popped = times.map(() => queue.pop())
  expect(popped.map(({ atMs }) => atMs)).toEqual(times.toSorted((one, other) => one - other))
  expect(popped.every(({ atMs, item }) => atMs === item)).toBe(true)
  expect([queue.size, queue.nextMs]).toEqual([0, Infinity])
})
