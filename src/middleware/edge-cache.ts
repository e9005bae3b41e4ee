/** What may be kept by nobody: it is one reader's, or was forbidden to be kept. */
export const forOneReader = 'private, no-store'

/** The data centre's cache. The browser's typings of CacheStorage do not know `default`. */
export const edgeCache = () => (caches as unknown as { default: Cache }).default
