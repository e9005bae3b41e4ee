import { registerWorker } from '../offline/register-worker.ts'
import type { HallMessage } from './hall-cache.ts'

const maxWaitMs = 30_000

/** Stores a copy of the open hall, so that it opens without a network. Call it when the scripts
 *  have been fetched, and again after more of them. figures: URLs of the questions' figures, as the
 *  page shows them. Resolves to whether the copy is complete. */
export const storeHallCopy = (attemptId: string, figures: readonly string[]): Promise<boolean> =>
  postToWorker({ kind: 'keep', ...openHall(attemptId), assets: [...scripts(), ...figures] })

/** Whether the open hall has a complete copy now: the browser or the reader may have deleted it. */
export const isHallCopyStored = (attemptId: string): Promise<boolean> =>
  postToWorker({ kind: 'ask', ...openHall(attemptId), assets: [] })

/** Removes the copy of an attempt that is over. */
export const removeHallCopy = (attemptId: string): Promise<boolean> =>
  postToWorker({ kind: 'forget', attempt: attemptId })

const openHall = (attempt: string) => ({
  attempt,
  path: location.pathname,
  build: entryScript(),
})

const entryScript = () =>
  new URL(
    document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '',
    location.href,
  ).pathname

/** All scripts that this page has fetched. */
const scripts = (): string[] => [
  ...new Set([
    entryScript(),
    ...performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.startsWith(`${location.origin}/assets/`))
      .map(({ name }) => new URL(name).pathname),
  ]),
]

/** Resolves to the worker's reply; to false without a worker or a reply in time. */
async function postToWorker(message: HallMessage): Promise<boolean> {
  const worker = await registerWorker()
  if (!worker) return false
  return new Promise((answer) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => answer(data === true)
    setTimeout(() => answer(false), maxWaitMs)
    worker.postMessage(message, [port2])
  })
}
