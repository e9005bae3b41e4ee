import { Refusal } from '../strapi/errors.ts'

/** So many at once, then one in each interval. */
export type BucketLimit = { burst: number; intervalMs: number }

export type TokenBuckets = {
  /** Takes one token of `key`. Errors: Refusal 429, with Retry-After, where there is none. */
  take: (key: string) => void
  /** Returns a token that was taken for what turned out to be harmless. */
  giveBack: (key: string) => void
  /** Fills every bucket. */
  reset: () => void
}

/** Of an isolate; the one that was used longest ago makes room for another. */
const maxBuckets = 4096

/** Limits how often one network makes this isolate do expensive work, so that others keep its time.
 *  In memory, for this isolate alone. Cost: one Map look-up. */
export function createTokenBuckets({ burst, intervalMs }: BucketLimit): TokenBuckets {
  /** Key -> when its bucket will be full again, in ms since 1970. */
  const fullAt = new Map<string, number>()
  const remember = (key: string, at: number) => {
    fullAt.delete(key)
    fullAt.set(key, at)
    const [oldest] = fullAt.keys()
    if (fullAt.size > maxBuckets && oldest !== undefined) fullAt.delete(oldest)
  }
  return {
    take(key) {
      const now = Date.now()
      const next = Math.max(fullAt.get(key) ?? 0, now) + intervalMs
      const waitMs = next - burst * intervalMs - now
      if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000))
      remember(key, next)
    },
    giveBack(key) {
      const at = fullAt.get(key)
      if (at !== undefined) fullAt.set(key, at - intervalMs)
    },
    reset: () => fullAt.clear(),
  }
}

const tooMany = (retryAfterSeconds: number) =>
  new Refusal(429, 'RateLimitError', 'Too many requests, please try again later.', {
    retryAfterSeconds,
  })
