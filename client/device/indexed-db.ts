import type { Store } from './ports.ts'

const name = 'abhyasa-journal-1'
const table = 'entries'

type Entry = { key: string; text: string }

/** Texts by key in IndexedDB. Opened at the first use; when the browser closes it, the next use opens it again.
 *  Errors: every call rejects where the browser refuses or has no room. */
export function openStore(): Store {
  let opening: Promise<IDBDatabase> | null = null
  const close = () => {
    opening = null
  }
  const opened = () =>
    (opening ??= open(close).catch((error: unknown) => {
      close()
      throw error
    }))

  async function within<Value>(
    mode: IDBTransactionMode,
    work: (entries: IDBObjectStore) => IDBRequest<Value>[],
  ): Promise<Value[]> {
    const database = await opened()
    return new Promise((done, fail) => {
      // A battery that dies must not take along what was tapped: wait until it stands on the disk.
      const transaction = database.transaction(table, mode, { durability: 'strict' })
      const requests = work(transaction.objectStore(table))
      transaction.oncomplete = () => done(requests.map(({ result }) => result))
      transaction.onabort = () => {
        if (mode === 'readwrite') close()
        fail(transaction.error ?? new Error('the browser gave up storing'))
      }
    })
  }

  return {
    async entries(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
      const [found = []] = await within('readonly', (entries) => [
        entries.getAll(range) as IDBRequest<Entry[]>,
      ])
      return found.map(({ key, text }) => [key, text])
    },
    async put(entries) {
      await within('readwrite', (all) => entries.map(([key, text]) => all.put({ key, text })))
    },
    async remove(keys) {
      await within('readwrite', (all) => keys.map((key) => all.delete(key)))
    },
  }
}

/** Errors: rejects, also where indexedDB itself is missing or forbidden. */
const open = (isClosed: () => void): Promise<IDBDatabase> =>
  new Promise((done, fail) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'key' })
    request.onerror = () => fail(request.error ?? new Error('no IndexedDB'))
    request.onblocked = () => fail(new Error('IndexedDB is held by another page'))
    request.onsuccess = () => {
      const database = request.result
      database.onclose = isClosed
      database.onversionchange = () => {
        database.close()
        isClosed()
      }
      done(database)
    }
  })
