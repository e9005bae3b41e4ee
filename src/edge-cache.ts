/** What may be kept by nobody: it is one reader's, or was forbidden to be kept. */
export const privateNoStore = 'private, no-store'

/** The data centre's cache. A cache that fails is an empty one, and says so in the log. */
export const edgeCache: Pick<Cache, 'match' | 'put'> = {
  match: (key) => dataCentre().match(key).catch(complain),
  put: (key, response) => dataCentre().put(key, response).catch(complain),
}

/** The browser's typings of CacheStorage do not know `default`. */
const dataCentre = () => (caches as unknown as { default: Cache }).default

const complain = (error: unknown) => {
  console.error(JSON.stringify({ edgeCache: String(error) }))
  return undefined
}
