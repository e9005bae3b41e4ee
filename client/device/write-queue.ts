import type { Ports } from './ports.ts'

const retryAfterMs = 5000
const maxWaitMs = 5000

export type WriteQueue = ReturnType<typeof createWriteQueue>

/** Writes to IndexedDB, one transaction after another. Failed writes stay queued and are retried.
 *  onChange: called after each transaction. */
export function createWriteQueue(
  { store, setTimer }: Pick<Ports, 'store' | 'setTimer'>,
  onChange: () => void,
) {
  /** Texts to store, by key. null: to be removed. */
  let queued = new Map<string, string | null>()
  /** Keys of entries that a later version of this code has written: never changed or removed. */
  const protectedKeys = new Set<string>()
  let isWriting = false
  let cancelRetry = () => {}
  let failed = false

  async function drain() {
    if (isWriting) return
    isWriting = true
    cancelRetry()
    while (queued.size > 0) {
      const batch = queued
      queued = new Map()
      try {
        await withTimeout(write(batch))
        report(false)
      } catch {
        queued = new Map([...batch, ...queued])
        cancelRetry = setTimer(() => void drain(), retryAfterMs)
        report(true)
        break
      }
    }
    isWriting = false
  }

  async function write(batch: ReadonlyMap<string, string | null>) {
    const texts = [...batch].filter((entry): entry is [string, string] => entry[1] !== null)
    const removed = [...batch.keys()].filter((key) => batch.get(key) === null)
    if (texts.length > 0) await store.put(texts)
    if (removed.length > 0) await store.remove(removed)
  }

  /** Rejects after the deadline: some browsers neither complete a write nor report an error. */
  const withTimeout = (work: Promise<void>) =>
    new Promise<void>((done, fail) => {
      const cancelTimeout = setTimer(() => fail(new Error('timeout')), maxWaitMs)
      work.then(done, fail).finally(cancelTimeout)
    })

  function report(hasFailed: boolean) {
    failed = hasFailed
    onChange()
  }

  function enqueue(key: string, text: string | null) {
    if (!protectedKeys.has(key)) queued.set(key, text)
  }

  return {
    put(entries: readonly (readonly [key: string, text: string])[]) {
      for (const [key, text] of entries) enqueue(key, text)
      void drain()
    },
    remove(keys: readonly string[]) {
      for (const key of keys) enqueue(key, null)
      void drain()
    },
    protect: (key: string) => void protectedKeys.add(key),
    hasFailed: () => failed,
    /** Reports that the storage cannot be read. */
    markFailed: () => report(true),
  }
}
