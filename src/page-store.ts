import { edgeCache, skipsCaches } from './edge-cache.ts'

/** Where the parts of a page begin and end, in bytes, by name. */
export type PartRanges = ReadonlyMap<string, readonly [start: number, end: number]>

/** A page as it is sent. `parts`: empty for pages that were not rendered in parts. */
export type PageContent = { bytes: Uint8Array; parts: PartRanges }

/** A rendered page with its response headers. `renderedAt`: in ms since 1970. */
export type StoredPage = PageContent & { headers: Headers; renderedAt: number }

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
  const parts = parseRanges(headers.get('x-parts') ?? '')
  headers.delete('x-rendered-at')
  headers.delete('x-parts')
  headers.set('cache-control', browserCaching)
  const page = { bytes: new Uint8Array(await stored.arrayBuffer()), parts, headers, renderedAt }
  remember(key, page)
  return page
}

/** Stores a page in memory and in the edge cache. */
export async function storePage(key: string, { bytes, parts }: PageContent, headers: Headers) {
  const renderedAt = Date.now()
  remember(key, { bytes, parts, headers, renderedAt })
  const stored = new Headers(headers)
  stored.set('cache-control', `public, max-age=${maxAgeSec}`)
  stored.set('x-rendered-at', String(renderedAt))
  stored.set('x-parts', formatRanges(parts))
  // The edge cache refuses responses with `vary: cookie`. The key already contains everything that
  // the page varies by.
  stored.delete('vary')
  await edgeCache.put(key, new Response(bytes, { headers: stored }))
}

/** Removes a page whose address has none any more from memory and from this data centre's cache. */
export async function forgetPage(key: string) {
  bytesInMemory -= memory.get(key)?.bytes.byteLength ?? 0
  memory.delete(key)
  await edgeCache.delete(key)
}

/** 'papers:4000-5200 pattern:5200-5900' */
const formatRanges = (parts: PartRanges) =>
  [...parts].map(([name, [start, end]]) => `${name}:${start}-${end}`).join(' ')

const parseRanges = (text: string): PartRanges =>
  new Map(
    [...text.matchAll(/(\w+):(\d+)-(\d+)/g)].map(([, name = '', start, end]) => [
      name,
      [Number(start), Number(end)] as const,
    ]),
  )

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
