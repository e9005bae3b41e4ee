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
    const limit = createConcurrencyLimit({ maxRunning: 1, maxWaiting: 1, maxWaitingOfOne: 1 })
    const [first, second] = [newWork(), newWork()]
    const running = outcome(limit.run('one', first.work))
    const waiting = outcome(limit.run('one', second.work))
    expect(await outcome(limit.run('one', newWork().work))).toBe(503)
    first.finish()
    expect(await running).toBe('done')
    second.finish()
    await vi.advanceTimersByTimeAsync(20)
    expect(await waiting).toBe('done')
  })

  it('refuses a request that has waited for five seconds', async () => {
    const limit = createConcurrencyLimit({ maxRunning: 1, maxWaiting: 1, maxWaitingOfOne: 1 })
    void limit.run('one', newWork().work)
    const waiting = outcome(limit.run('one', newWork().work))
    await vi.advanceTimersByTimeAsync(5100)
    expect(await waiting).toBe(503)
  })

  it('frees the place of a request that never ends, because its client has gone', async () => {
    const limit = createConcurrencyLimit({ maxRunning: 1, maxWaiting: 0, maxWaitingOfOne: 0 })
    void limit.run('one', newWork().work)
    expect(await outcome(limit.run('one', newWork().work))).toBe(503)
    await vi.advanceTimersByTimeAsync(30_100)
    const { work, finish } = newWork()
    finish()
    expect(await outcome(limit.run('one', work))).toBe('done')
  })

  it('lets only some of one address wait, so that others have places', async () => {
    const limit = createConcurrencyLimit({ maxRunning: 1, maxWaiting: 4, maxWaitingOfOne: 2 })
    const { work, finish } = newWork()
    void limit.run('one', work)
    const ofOne = [1, 2, 3].map(() => outcome(limit.run('one', () => Promise.resolve('done'))))
    expect(await ofOne[2]).toBe(503)
    const ofOther = outcome(limit.run('other', () => Promise.resolve('done')))
    finish()
    await vi.advanceTimersByTimeAsync(200)
    expect(await Promise.all([...ofOne.slice(0, 2), ofOther])).toEqual(['done', 'done', 'done'])
  })
})
