import { skipsCaches } from '../edge-cache.ts'

/** The last valid response to every public read, in this isolate's memory and in the edge cache.
 *  Pages are rendered from it when the product API is slow or down. */
export type LastGoodCopies = {
  /** The product API's. */
  origin: string
  inMemory: (path: string) => Copy | null
  /** From the Cloudflare cache of this data centre. */
  inEdgeCache: (path: string) => Promise<Copy | null>
  put: (path: string, value: unknown, readAt: number) => Promise<void>
  /** True for the first caller within 10 s in this isolate, who must revalidate the copy; false
   *  for the others. */
  claimRevalidation: (path: string, now: number) => boolean
  /** Whether the product API answered the last public read of this isolate. */
  isUp: () => boolean
  setUp: (isUp: boolean) => void
  /** Removes what is in memory: it turned out to be wrong. */
  forget: (path: string) => void
}
/** `value`: the JSON body. `readAt`: when it was received, in ms since 1970. */
export type Copy = { value: unknown; readAt: number }

const maxAgeSec = 7 * 24 * 3600
const maxEntriesInMemory = 500
const revalidationIntervalMs = 10_000
/** Part of the keys: increase it when the shape of Copy changes. */
const copyVersion = 1

/** `origin`: the product API's, part of every key. Cost of a hit in memory: one Map look-up. */
export function lastGoodCopies(
  cache: Pick<Cache, 'match' | 'put'>,
  origin: string,
): LastGoodCopies {
  const state = memoryOf(origin)
  const { copies: memory, claimedAt } = state
  const key = (path: string) =>
    new Request(
      `https://last-good-copy.invalid/v${copyVersion}/${encodeURIComponent(origin)}${path}`,
    )
  return {
    origin,
    inMemory: (path) => (skipsCaches ? null : (memory.get(path) ?? null)),
    async inEdgeCache(path) {
      if (skipsCaches) return null
      const stored = await cache.match(key(path))
      if (!stored) return null
      const copy = await stored.json<Copy>()
      remember(memory, path, copy)
      return copy
    },
    async put(path, value, readAt) {
      const copy = { value, readAt }
      remember(memory, path, copy)
      const headers = { 'cache-control': `public, max-age=${maxAgeSec}` }
      await cache.put(key(path), Response.json(copy, { headers }))
    },
    claimRevalidation(path, now) {
      if (now - (claimedAt.get(path) ?? 0) < revalidationIntervalMs) return false
      remember(claimedAt, path, now)
      return true
    },
    isUp: () => state.isUp,
    setUp(isUp) {
      state.isUp = isUp
    },
    forget: (path) => void memory.delete(path),
  }
}

type Memory = { copies: Map<string, Copy>; claimedAt: Map<string, number>; isUp: boolean }
const memories = new Map<string, Memory>()

function memoryOf(origin: string): Memory {
  const memory = memories.get(origin) ?? { copies: new Map(), claimedAt: new Map(), isUp: false }
  memories.set(origin, memory)
  return memory
}

/** Drops the oldest entry above the limit. A Map keeps insertion order. */
function remember<Value>(memory: Map<string, Value>, path: string, value: Value) {
  memory.delete(path)
  memory.set(path, value)
  const oldest = memory.keys().next().value
  if (memory.size > maxEntriesInMemory && oldest !== undefined) memory.delete(oldest)
}
