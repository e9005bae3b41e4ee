/** The data centre's cache. The browser's typings of CacheStorage do not know `default`. */
export const edgeCache = () => (caches as unknown as { default: Cache }).default
