import { registerWorker } from './offline/register-worker.ts'

const startAfterMs = 2000

/** For a reader who has begun something here: installs the service worker when the page has nothing
 *  else to do, unless data is saved, and sends answers that a closed page left on this phone.
 *  left: where they are; null or false without any. */
export async function serve(left: Storage | null | false) {
  await new Promise((done) => setTimeout(done, startAfterMs))
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData !== true) await registerWorker()
  if (left) await import('./left-answers.ts').then((module) => module.sendLeftAnswers(left))
}
