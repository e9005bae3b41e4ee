import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTokenBuckets, type TokenBuckets } from '../../product-api/limits/token-buckets.ts'
import { Refusal } from '../../product-api/strapi/errors.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

/** 0: it may; otherwise the seconds until it may. */
function waitSeconds(buckets: TokenBuckets, key: string): number {
  try {
    buckets.take(key)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    expect(error.body.error.status).toBe(429)
    return Number(error.body.error.details?.retryAfterSeconds)
  }
}

it('a bucket allows its burst, then one in each interval, and says how long to wait', () => {
  const buckets = createTokenBuckets({ burst: 3, intervalMs: 40_000 })
  const answers = Array.from({ length: 4 }, () => waitSeconds(buckets, 'one'))
  expect(answers).toEqual([0, 0, 0, 40])
  vi.advanceTimersByTime(39_000)
  expect(waitSeconds(buckets, 'one')).toBe(1)
  vi.advanceTimersByTime(1000)
  expect([waitSeconds(buckets, 'one'), waitSeconds(buckets, 'one')]).toEqual([0, 40])
  vi.advanceTimersByTime(10 * 40_000)
  expect(Array.from({ length: 4 }, () => waitSeconds(buckets, 'one'))).toEqual([0, 0, 0, 40])
})

it('one network uses up nothing of another', () => {
  const buckets = createTokenBuckets({ burst: 1, intervalMs: 1000 })
  expect([waitSeconds(buckets, 'one'), waitSeconds(buckets, 'one')]).toEqual([0, 1])
  expect(waitSeconds(buckets, 'other')).toBe(0)
})

it('what was given back may be taken again', () => {
  const buckets = createTokenBuckets({ burst: 1, intervalMs: 1000 })
  for (let number = 0; number < 20; number += 1) {
    expect(waitSeconds(buckets, 'one')).toBe(0)
    buckets.giveBack('one')
  }
})

it('of a million networks, the last 4,096 are remembered', () => {
  const buckets = createTokenBuckets({ burst: 1, intervalMs: 1_000_000 })
  for (let number = 0; number < 5000; number += 1) waitSeconds(buckets, `network ${number}`)
  expect(waitSeconds(buckets, 'network 4999')).toBeGreaterThan(0)
  expect(waitSeconds(buckets, 'network 905')).toBeGreaterThan(0)
  expect(waitSeconds(buckets, 'network 0')).toBe(0)
})
