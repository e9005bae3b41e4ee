/** The cache-control of responses that no cache may store. */
export const privateNoStore = 'private, no-store'

/** The Cloudflare cache of this data centre. Its errors are logged and treated as a miss. */
export const edgeCache: Pick<Cache, 'match' | 'put' | 'delete'> = {
  match: (key) => defaultCache().match(key).catch(logFailure),
  put: (key, response) => defaultCache().put(key, response).catch(logFailure),
  delete: async (key) => (await defaultCache().delete(key).catch(logFailure)) ?? false,
}

/** `caches.default` is Cloudflare's; the DOM types of CacheStorage lack it. */
const defaultCache = () => (caches as unknown as { default: Cache }).default

const logFailure = (error: unknown) => {
  console.error(JSON.stringify({ edgeCache: String(error) }))
  return undefined
}

/** True in `npm run dev`, where every request must show the current code and data. */
export const skipsCaches = import.meta.env.MODE === 'development'
