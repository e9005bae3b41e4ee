import { defaultLocale } from '../../domain/locale.ts'
import type { HallMessage } from './hall-message.ts'
import { attemptIn } from './hall-cache.ts'

const workerUrl = '/hall-worker.js'
const mostWaitMs = 30_000

/** Registers the worker of the halls, for the pages below /attempts/ in this page's language. May be called anywhere, any number of times.
 *  Resolves to the worker when it runs; to null where there is none: an old web view, a private window, an insecure origin. */
export async function registerHallWorker(): Promise<ServiceWorker | null> {
  if (import.meta.env.DEV) return null
  try {
    const { lang } = document.documentElement
    const scope = `${lang === defaultLocale ? '' : `/${lang}`}/attempts/`
    const registration = await navigator.serviceWorker.register(scriptUrl(), { scope })
    return registration.active ?? (await activated(registration))
  } catch {
    return null
  }
}

/** Keeps the hall that is open, so that it opens without a network. Call it when all its scripts are there, again when there are more.
 *  pictures: addresses of the questions' figures, as the page shows them. Resolves to whether everything is kept. */
export const keepHall = (attemptId: string, pictures: readonly string[] = []): Promise<boolean> =>
  tell({ kind: 'keep', ...openHall(attemptId), assets: [...scripts(), ...pictures] })

/** Whether this hall would open now without a network. */
export const isPlayableOffline = (attemptId: string): Promise<boolean> =>
  attemptIn(location.pathname) === attemptId
    ? tell({ kind: 'ask', ...openHall(attemptId), assets: [] })
    : Promise.resolve(false)

/** The attempt is over: its copy goes. */
export const forgetHall = (attemptId: string): Promise<boolean> =>
  tell({ kind: 'forget', attempt: attemptId })

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

/** Asks the worker. Resolves to false where there is none, or it does not answer. */
async function tell(message: HallMessage): Promise<boolean> {
  const worker = await registerHallWorker()
  if (!worker) return false
  return new Promise((answer) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => answer(data === true)
    setTimeout(() => answer(false), mostWaitMs)
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
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- merged into the browser's own
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

/** Pages allow no address of a script but by a policy of this name, and it may be made once. */
function scriptUrl(): string {
  policy ??= window.trustedTypes?.createPolicy('app', {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError(`no script of ours: ${url}`)
      return url
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}
