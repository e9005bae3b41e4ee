import type { HallMessage } from './hall-cache.ts'

const workerUrl = '/hall-worker.js'
const maxWaitMs = 30_000

/** Registers the service worker of the halls. scope: where they are in the page's language,
 *  '/te/attempts/'. May be called on any page, any number of times. Resolves to the worker when it
 *  runs; to null where there is none: an old web view, a private window, an insecure origin. */
export async function registerHallWorker(scope: string): Promise<ServiceWorker | null> {
  if (import.meta.env.DEV) return null
  try {
    const registration = await navigator.serviceWorker.register(scriptUrl(), { scope })
    return registration.active ?? (await activated(registration))
  } catch {
    return null
  }
}

/** Stores the hall that is open, so that it opens without a network. Called when all its scripts
 *  have been fetched, again when there are more. figures: addresses of the questions' figures, as
 *  the page shows them. Resolves to whether everything is stored. */
export const storeHallCopy = (attemptId: string, figures: readonly string[]): Promise<boolean> =>
  postToWorker({ kind: 'keep', ...openHall(attemptId), assets: [...scripts(), ...figures] })

/** Removes the copy: the attempt is over. */
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

/** Resolves to the worker's answer; to false where there is no worker, or no answer. */
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
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- merged into
  // lib.dom's
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

/** The pages' security policy allows script addresses only through a Trusted Types policy of this
 *  name, which may be created once. */
function scriptUrl(): string {
  policy ??= window.trustedTypes?.createPolicy('app', {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError(`not our script: ${url}`)
      return url
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}
