/** The cache-control of what no cache may store: it is one reader's, or changes with every
 *  request. */
export const privateNoStore = 'private, no-store'

/** The cache of this data centre. One that fails counts as empty, and is logged. */
export const edgeCache: Pick<Cache, 'match' | 'put'> = {
  match: (key) => defaultCache().match(key).catch(logFailure),
  put: (key, response) => defaultCache().put(key, response).catch(logFailure),
}

/** The browser's types of CacheStorage lack `default`. */
const defaultCache = () => (caches as unknown as { default: Cache }).default

const logFailure = (error: unknown) => {
  console.error(JSON.stringify({ edgeCache: String(error) }))
  return undefined
}

/** In `npm run dev` nothing is read from a cache: every request shows the current code and data. */
export const skipsCaches = import.meta.env.MODE === 'development'
