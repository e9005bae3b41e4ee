import { openTextStore } from './indexed-db.ts'
import { registerWorker } from './offline/register-worker.ts'
import { unsentIn } from './unsent.ts'

const startAfterMs = 2000

/** For a reader who has begun something here: installs the service worker when the page has nothing
 *  else to do, unless data is saved, and sends answers that a closed page left on this phone. */
export async function serve(storage: Storage | null) {
  await new Promise((done) => setTimeout(done, startAfterMs))
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData !== true) await registerWorker()
  const stored = await unsentIn(openTextStore()).catch(() => ({ attempts: [], cards: false }))
  // The copies that IndexedDB may lack.
  const copies = Object.keys(storage ?? {}).filter((key) =>
    /^abhyasa\.(?:journal|card)\./.test(key),
  )
  if (stored.cards || stored.attempts.length + copies.length > 0)
    await import('./left-answers.ts').then((left) => left.sendLeftAnswers(stored, copies))
}
