import type { SearchIndex } from './search-index.ts'

/** The part of a Durable Object's storage that keeps the index. */
export type IndexStorage = {
  sql: {
    exec(
      text: string,
      ...values: (string | number | ArrayBuffer)[]
    ): { toArray(): Record<string, unknown>[] }
  }
  transactionSync<Value>(work: () => Value): Value
}

/** Another format is not read: the index is made anew. */
const format = '1'
/** A value of SQLite in a Durable Object is at most 2 MB. */
const maxPartBytes = 1_500_000

const createTable = `CREATE TABLE IF NOT EXISTS parts (
  name TEXT NOT NULL, n INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (name, n))`

/** Replaces the stored index, so that an object that starts again need not read all content. */
export function storeIndex(storage: IndexStorage, index: SearchIndex) {
  const { version, words, wordStarts, postings, kinds, ids, lengths } = index
  const text = (content: string) => new TextEncoder().encode(content)
  const parts: Record<string, Uint8Array | Uint32Array> = {
    head: text(JSON.stringify({ format, version })),
    words: text(words.join('\n')),
    ...{ wordStarts, postings, kinds, ids, lengths },
  }
  storage.transactionSync(() => {
    storage.sql.exec(createTable)
    storage.sql.exec('DELETE FROM parts')
    for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(parts))
      for (let start = 0; start < Math.max(byteLength, 1); start += maxPartBytes) {
        const end = Math.min(start + maxPartBytes, byteLength)
        const body = buffer.slice(byteOffset + start, byteOffset + end) as ArrayBuffer
        storage.sql.exec('INSERT INTO parts VALUES (?, ?, ?)', name, start, body)
      }
  })
}

/** The stored index; null: there is none in this format. Cost: 0.1 s for 100,000 questions. */
export function loadIndex(storage: IndexStorage): SearchIndex | null {
  storage.sql.exec(createTable)
  const bytes = (name: string): ArrayBuffer => {
    const parts = storage.sql
      .exec('SELECT body FROM parts WHERE name = ? ORDER BY n', name)
      .toArray()
      .map(({ body }) => new Uint8Array(body as ArrayBuffer))
    const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.byteLength
    }
    return whole.buffer
  }
  const text = (name: string) => new TextDecoder().decode(bytes(name))
  const head = text('head')
  if (head === '') return null
  const stored = JSON.parse(head) as { format: string; version: string }
  if (stored.format !== format) return null
  const words = text('words')
  return {
    version: stored.version,
    words: words === '' ? [] : words.split('\n'),
    wordStarts: new Uint32Array(bytes('wordStarts')),
    postings: new Uint32Array(bytes('postings')),
    kinds: new Uint8Array(bytes('kinds')),
    ids: new Uint32Array(bytes('ids')),
    lengths: new Uint32Array(bytes('lengths')),
  }
}
