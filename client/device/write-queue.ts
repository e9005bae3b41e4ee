import type { Ports } from './ports.ts'

const retryAfterMs = 5000
const maxWaitMs = 5000

export type WriteQueue = ReturnType<typeof createWriteQueue>

/** Writes to IndexedDB, one transaction after another. What fails stays queued and is retried.
 *  onChange: something has been stored, or could not be. */
export function createWriteQueue(
  { store, setTimer }: Pick<Ports, 'store' | 'setTimer'>,
  onChange: () => void,
) {
  /** null: to be removed. */
  let waiting = new Map<string, string | null>()
  /** Entries that a later version of this code has written: never overwritten, never removed. */
  const untouchable = new Set<string>()
  let isWriting = false
  let cancelRetry = () => {}
  let failed = false

  async function drain() {
    if (isWriting) return
    isWriting = true
    cancelRetry()
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      try {
        await inTime(write(batch))
        report(false)
      } catch {
        waiting = new Map([...batch, ...waiting])
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

  /** A browser that neither stores nor reports an error has not stored. */
  const inTime = (work: Promise<void>) =>
    new Promise<void>((done, fail) => {
      const cancelTimeout = setTimer(() => fail(new Error('timeout')), maxWaitMs)
      work.then(done, fail).finally(cancelTimeout)
    })

  function report(hasFailed: boolean) {
    failed = hasFailed
    onChange()
  }

  function enqueue(key: string, text: string | null) {
    if (!untouchable.has(key)) waiting.set(key, text)
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
    protect: (key: string) => void untouchable.add(key),
    hasFailed: () => failed,
    /** The storage cannot even be read. */
    markFailed: () => report(true),
  }
}
