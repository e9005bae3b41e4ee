import type { Ports } from './ports.ts'

const againAfterMs = 5000
const mostWaitMs = 5000

/** Writes to IndexedDB, one transaction after another. What fails is kept and tried again.
 *  `onChange`: something is stored now that was not, or could not be stored. */
export function queueWrites(
  { store, timer }: Pick<Ports, 'store' | 'timer'>,
  onChange: () => void,
) {
  /** null: to be removed. */
  let waiting = new Map<string, string | null>()
  let isWriting = false
  let callOff = () => {}
  let failed = false

  async function drain() {
    if (isWriting) return
    isWriting = true
    callOff()
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      try {
        await inTime(write(batch))
        report(false)
      } catch {
        waiting = new Map([...batch, ...waiting])
        callOff = timer(() => void drain(), againAfterMs)
        report(true)
        break
      }
    }
    isWriting = false
  }

  async function write(batch: ReadonlyMap<string, string | null>) {
    const texts = [...batch].filter((entry): entry is [string, string] => entry[1] !== null)
    const gone = [...batch.keys()].filter((key) => batch.get(key) === null)
    if (texts.length > 0) await store.put(texts)
    if (gone.length > 0) await store.remove(gone)
  }

  /** A browser that neither stores nor says that it cannot has not stored. */
  const inTime = (work: Promise<void>) =>
    new Promise<void>((done, fail) => {
      const stopWaiting = timer(() => fail(new Error('too slow')), mostWaitMs)
      work.then(done, fail).finally(stopWaiting)
    })

  function report(hasFailed: boolean) {
    failed = hasFailed
    onChange()
  }

  return {
    put(entries: readonly (readonly [key: string, text: string])[]) {
      for (const [key, text] of entries) waiting.set(key, text)
      void drain()
    },
    remove(keys: readonly string[]) {
      for (const key of keys) waiting.set(key, null)
      void drain()
    },
    hasFailed: () => failed,
    /** The storage cannot even be read. */
    fail: () => report(true),
  }
}
