/** The last good answer to every public read: in this isolate's memory, and behind it in the edge's cache. */
export type LastGoodCopies = {
  /** From this isolate's memory. */
  near: (path: string) => Copy | null
  /** From the data centre's cache. */
  far: (path: string) => Promise<Copy | null>
  put: (path: string, value: unknown, readAt: number) => Promise<void>
  /** Whether the caller shall refresh this copy now: nobody in this isolate has begun to in the last seconds. */
  claimRefresh: (path: string, now: number) => boolean
}
export type Copy = { value: unknown; readAt: number }

const keptForSec = 7 * 24 * 3600
const mostInMemory = 500
const refreshAgainAfterMs = 10_000

/** `origin` keeps the copies of different product APIs apart. Cost of a hit in memory: a map look-up. */
export function lastGoodCopies(edge: Pick<Cache, 'match' | 'put'>, origin: string): LastGoodCopies {
  const { copies: memory, refreshedAt } = memoryOf(origin)
  const key = (path: string) =>
    new Request(`https://last-good-copy.invalid/${encodeURIComponent(origin)}${path}`)
  return {
    near: (path) => memory.get(path) ?? null,
    async far(path) {
      const stored = await edge.match(key(path))
      if (!stored) return null
      const copy = await stored.json<Copy>()
      remember(memory, path, copy)
      return copy
    },
    async put(path, value, readAt) {
      const copy = { value, readAt }
      remember(memory, path, copy)
      const headers = { 'cache-control': `public, max-age=${keptForSec}` }
      await edge.put(key(path), Response.json(copy, { headers }))
    },
    claimRefresh(path, now) {
      if (now - (refreshedAt.get(path) ?? 0) < refreshAgainAfterMs) return false
      remember(refreshedAt, path, now)
      return true
    },
  }
}

type Memory = { copies: Map<string, Copy>; refreshedAt: Map<string, number> }
const memories = new Map<string, Memory>()

function memoryOf(origin: string): Memory {
  const memory = memories.get(origin) ?? { copies: new Map(), refreshedAt: new Map() }
  memories.set(origin, memory)
  return memory
}

/** The oldest leaves first: a Map keeps the order of its keys. */
function remember<Value>(memory: Map<string, Value>, path: string, value: Value) {
  memory.delete(path)
  memory.set(path, value)
  const oldest = memory.keys().next().value
  if (memory.size > mostInMemory && oldest !== undefined) memory.delete(oldest)
}
