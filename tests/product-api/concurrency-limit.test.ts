import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConcurrencyLimit } from '../../product-api/limits/concurrency-limit.ts'
import type { Refusal } from '../../product-api/strapi/errors.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that ends when its `finish` is called. */
function newWork() {
  let finish = () => {}
  const ended = new Promise<string>((resolve) => (finish = () => resolve('done')))
  return { work: () => ended, finish: () => finish() }
}

const outcome = (promise: Promise<string>) =>
  promise.catch((error: unknown) => (error as Refusal).body.error.status)

describe('a concurrency limit', () => {
  it('lets a waiting request run when a place is free, and refuses those beyond', async () => {
    const limit = createConcurrencyLimit({ maxRunning: 1, maxWaiting: 1 })
    const [first, second] = [newWork(), newWork()]
    const running = outcome(limit.run(first.work))
    const waiting = outcome(limit.run(second.work))
    expect(await outcome(limit.run(newWork().work))).toBe(503)
    first.finish()
    expect(await running).toBe('done')
    second.finish()
    await vi.advanceTimersByTimeAsync(20)
    expect(await waiting).toBe('done')
  })

  it('refuses a request that has waited for five seconds', async () => {
    const limit = createConcurrencyLimit({ maxRunning: 1, maxWaiting: 1 })
    void limit.run(newWork().work)
    const waiting = outcome(limit.run(newWork().work))
    await vi.advanceTimersByTimeAsync(5100)
    expect(await waiting).toBe(503)
  })

  it('frees the place of a request that never ends, because its client has gone', async () => {
    const limit = createConcurrencyLimit({ maxRunning: 1, maxWaiting: 0 })
    void limit.run(newWork().work)
    expect(await outcome(limit.run(newWork().work))).toBe(503)
    await vi.advanceTimersByTimeAsync(30_100)
    const { work, finish } = newWork()
    finish()
    expect(await outcome(limit.run(work))).toBe('done')
  })
})
