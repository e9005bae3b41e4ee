type StoredResponse = { headers: Record<string, string>; body: string }

/** CacheStorage in memory with the methods that halls use; entries are found by URL only. `stored`:
 *  the initial entries by cache name and URL. */
export function simulateCaches(
  stored: Record<string, Record<string, StoredResponse>> = {},
): CacheStorage {
  const all = new Map(
    Object.entries(stored).map(([name, entries]) => [
      name,
      new Map(
        Object.entries(entries).map(([address, { headers, body }]) => [
          address,
          new Response(body, { headers }),
        ]),
      ),
    ]),
  )
  const open = (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>()
    all.set(name, entries)
    return Promise.resolve({
      match: (key: string) => Promise.resolve(entries.get(key)?.clone()),
      put: (key: string, response: Response) => Promise.resolve(void entries.set(key, response)),
      delete: (key: string) => Promise.resolve(entries.delete(key)),
      keys: () => Promise.resolve([...entries.keys()]),
    })
  }
  return {
    open,
    keys: () => Promise.resolve([...all.keys()]),
    has: (name: string) => Promise.resolve(all.has(name)),
    delete: (name: string) => Promise.resolve(all.delete(name)),
  } as unknown as CacheStorage
}
