import type { ContentBucket } from '../../authoring/publishing/content-bucket.ts'
import type { ReadObject } from '../../authoring/publishing/fetch-export.ts'

/** A bucket in memory, which says what was asked of it and fails when it is told to. */
export function memoryBucket() {
  const objects = new Map<string, Uint8Array>()
  const calls = { puts: [] as string[], gets: [] as string[], deletes: [] as string[] }
  /** After so many more puts the next one fails. */
  const condition = { putsLeft: Infinity }
  const bucket: ContentBucket = {
    get(key) {
      calls.gets.push(key)
      const bytes = objects.get(key)
      const text = () => Promise.resolve(new TextDecoder().decode(bytes))
      return Promise.resolve(bytes ? { text } : null)
    },
    put(key, value) {
      if (condition.putsLeft-- <= 0) return Promise.reject(new Error('the connection was lost'))
      calls.puts.push(key)
      objects.set(key, typeof value === 'string' ? new TextEncoder().encode(value) : value)
      return Promise.resolve()
    },
    list({ prefix }) {
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
      return Promise.resolve({ objects: keys.map((key) => ({ key })) })
    },
    delete(keys) {
      calls.deletes.push(...keys)
      for (const key of keys) objects.delete(key)
      return Promise.resolve()
    },
  }
  const read: ReadObject = (key) => Promise.resolve(objects.get(key) ?? null)
  return { ...bucket, objects, calls, condition, read }
}
