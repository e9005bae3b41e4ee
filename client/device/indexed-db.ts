import type { TextStore } from './ports.ts'

const databaseName = 'abhyasa-journal-1'
const objectStoreName = 'entries'

type Entry = { key: string; text: string }

/** Texts by key in IndexedDB. The database is opened at the first use, and again after the browser
 *  has closed it. Errors: calls reject if the browser refuses IndexedDB or has no space. */
export function openTextStore(): TextStore {
  let opening: Promise<IDBDatabase> | null = null
  const close = () => {
    opening = null
  }
  const opened = () =>
    (opening ??= openDatabase(close).catch((error: unknown) => {
      close()
      throw error
    }))

  async function transact<Value>(
    mode: IDBTransactionMode,
    work: (entries: IDBObjectStore) => IDBRequest<Value>[],
  ): Promise<Value[]> {
    const database = await opened()
    return new Promise((done, fail) => {
      // 'strict' waits until the data is on disk: an empty battery must not lose an answer.
      const transaction = database.transaction(objectStoreName, mode, { durability: 'strict' })
      const requests = work(transaction.objectStore(objectStoreName))
      transaction.oncomplete = () => done(requests.map(({ result }) => result))
      transaction.onabort = () => {
        if (mode === 'readwrite') close()
        fail(transaction.error ?? new Error('transaction aborted'))
      }
    })
  }

  return {
    async entries(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
      const [found = []] = await transact('readonly', (entries) => [
        entries.getAll(range) as IDBRequest<Entry[]>,
      ])
      return found.map(({ key, text }) => [key, text])
    },
    async put(entries) {
      await transact('readwrite', (all) => entries.map(([key, text]) => all.put({ key, text })))
    },
    async remove(keys) {
      await transact('readwrite', (all) => keys.map((key) => all.delete(key)))
    },
  }
}

/** Errors: rejects, also if indexedDB itself is missing or forbidden. */
const openDatabase = (onClosed: () => void): Promise<IDBDatabase> =>
  new Promise((done, fail) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () =>
      request.result.createObjectStore(objectStoreName, { keyPath: 'key' })
    request.onerror = () => fail(request.error ?? new Error('no IndexedDB'))
    request.onblocked = () => fail(new Error('IndexedDB is blocked'))
    request.onsuccess = () => {
      const database = request.result
      database.onclose = onClosed
      database.onversionchange = () => {
        database.close()
        onClosed()
      }
      done(database)
    }
  })
