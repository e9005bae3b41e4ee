import { registerWorker } from './offline/register-worker.ts'
import { sendLeftAnswers } from './left-answers.ts'

const startAfterMs = 2000

/** For a reader who has begun something here: installs the service worker when the page has nothing
 *  else to do, unless data is saved, and sends answers that a closed page left on this phone. */
export async function serve(storage: Storage | null) {
  await new Promise((done) => setTimeout(done, startAfterMs))
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData !== true) await registerWorker()
  await sendLeftAnswers(storage)
}
