import type { HallMessage } from './hall-cache.ts'

const workerUrl = '/hall-worker.js'
const maxWaitMs = 30_000

/** Registers the service worker of the halls. scope: their path in the page's language,
 *  '/te/attempts/'. May be called on any page, any number of times. Resolves to the worker when it
 *  is active; to null without support: an old web view, a private window, an insecure origin. */
export async function registerHallWorker(scope: string): Promise<ServiceWorker | null> {
  if (import.meta.env.DEV) return null
  try {
    const registration = await navigator.serviceWorker.register(scriptUrl(), { scope })
    return registration.active ?? (await activated(registration))
  } catch {
    return null
  }
}

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
  const worker = await registerHallWorker(location.pathname.replace(/[^/]*$/, ''))
  if (!worker) return false
  return new Promise((answer) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => answer(data === true)
    setTimeout(() => answer(false), maxWaitMs)
    worker.postMessage(message, [port2])
  })
}

const activated = (registration: ServiceWorkerRegistration) =>
  new Promise<ServiceWorker | null>((done) => {
    const worker = registration.installing ?? registration.waiting
    if (!worker) return done(null)
    worker.onstatechange = () => {
      if (worker.state === 'activated') done(worker)
      if (worker.state === 'redundant') done(null)
    }
  })

declare global {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- extends lib.dom
  interface Window {
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ) => { createScriptURL: (url: string) => string }
    }
  }
}

let policy: ReturnType<NonNullable<Window['trustedTypes']>['createPolicy']> | undefined

/** The content security policy accepts script URLs only from the Trusted Types policy 'app', which
 *  may be created once per page. */
function scriptUrl(): string {
  policy ??= window.trustedTypes?.createPolicy('app', {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError(`not our script: ${url}`)
      return url
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}
