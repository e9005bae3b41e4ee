import { edgeCache, skipsCaches } from './edge-cache.ts'

/** A rendered page with its response headers. `renderedAt`: in ms since 1970. */
export type StoredPage = { bytes: ArrayBuffer; headers: Headers; renderedAt: number }

const maxAgeSec = 7 * 24 * 3600
const maxBytesInMemory = 8_000_000

/** The cache-control of stored pages: browsers may reuse them for a minute. */
export const browserCaching = 'public, max-age=60'

const memory = new Map<string, StoredPage>()
let bytesInMemory = 0

/** A page from this isolate's memory, else from the edge cache. Cost of a hit in memory: one Map
 *  look-up. */
export async function findStoredPage(key: string): Promise<StoredPage | null> {
  if (skipsCaches) return null
  const inMemory = memory.get(key)
  if (inMemory) return inMemory
  const stored = await edgeCache.match(key)
  if (!stored) return null
  const headers = new Headers(stored.headers)
  const renderedAt = Number(headers.get('x-rendered-at'))
  headers.delete('x-rendered-at')
  headers.set('cache-control', browserCaching)
  const page = { bytes: await stored.arrayBuffer(), headers, renderedAt }
  remember(key, page)
  return page
}

/** Reads a page to its end and stores it in memory and in the edge cache. */
export async function storePage(key: string, body: ReadableStream, headers: Headers) {
  const bytes = await new Response(body).arrayBuffer()
  const renderedAt = Date.now()
  remember(key, { bytes, headers, renderedAt })
  const stored = new Headers(headers)
  stored.set('cache-control', `public, max-age=${maxAgeSec}`)
  stored.set('x-rendered-at', String(renderedAt))
  // The edge cache refuses responses with `vary: cookie`. The key already contains everything that
  // the page varies by.
  stored.delete('vary')
  await edgeCache.put(key, new Response(bytes, { headers: stored }))
}

/** Drops the oldest pages above the limit. A Map keeps insertion order. */
function remember(key: string, page: StoredPage) {
  bytesInMemory += page.bytes.byteLength - (memory.get(key)?.bytes.byteLength ?? 0)
  memory.delete(key)
  memory.set(key, page)
  for (const [oldest, { bytes }] of memory) {
    if (bytesInMemory <= maxBytesInMemory) return
    memory.delete(oldest)
    bytesInMemory -= bytes.byteLength
  }
}
