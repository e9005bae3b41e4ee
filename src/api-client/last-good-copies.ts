import { skipsCaches } from '../edge-cache.ts'

/** The last good answer to every public read: in this isolate's memory, behind it in the edge
 *  cache. */
export type LastGoodCopies = {
  inMemory: (path: string) => Copy | null
  /** In the cache of this data centre. */
  inEdgeCache: (path: string) => Promise<Copy | null>
  put: (path: string, value: unknown, readAt: number) => Promise<void>
  /** Whether the caller shall revalidate this copy: nobody in this isolate has claimed it in the
   *  last 10 s. */
  claimRevalidation: (path: string, now: number) => boolean
}
/** `readAt`: when the product API gave it, in milliseconds. */
export type Copy = { value: unknown; readAt: number }

const maxAgeSec = 7 * 24 * 3600
const maxEntriesInMemory = 500
const claimedForMs = 10_000

/** `origin` keeps the copies of different product APIs apart. Cost of a hit in memory: a map
 *  look-up. */
export function lastGoodCopies(
  cache: Pick<Cache, 'match' | 'put'>,
  origin: string,
): LastGoodCopies {
  const { copies: memory, claimedAt } = memoryOf(origin)
  const key = (path: string) =>
    new Request(`https://last-good-copy.invalid/${encodeURIComponent(origin)}${path}`)
  return {
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
      if (now - (claimedAt.get(path) ?? 0) < claimedForMs) return false
      remember(claimedAt, path, now)
      return true
    },
  }
}

type Memory = { copies: Map<string, Copy>; claimedAt: Map<string, number> }
const memories = new Map<string, Memory>()

function memoryOf(origin: string): Memory {
  const memory = memories.get(origin) ?? { copies: new Map(), claimedAt: new Map() }
  memories.set(origin, memory)
  return memory
}

/** Drops the oldest entry beyond the limit: a Map keeps the order of its keys. */
function remember<Value>(memory: Map<string, Value>, path: string, value: Value) {
  memory.delete(path)
  memory.set(path, value)
  const oldest = memory.keys().next().value
  if (memory.size > maxEntriesInMemory && oldest !== undefined) memory.delete(oldest)
}
