const workerUrl = '/service-worker.js'

/** Registers the service worker of the site. May be called on any page, any number of times.
 *  Resolves to the worker when it is active; to null without support: an old web view, a private
 *  window, an insecure origin. */
export async function registerWorker(): Promise<ServiceWorker | null> {
  if (import.meta.env.DEV) return null
  try {
    const registration = await navigator.serviceWorker.register(scriptUrl())
    const active = registration.active ?? (await activated(registration))
    if (active) await removeEarlierWorkers(registration)
    return active
  } catch {
    return null
  }
}

/** Until November 2026 there was a worker for the halls of each language. The narrower scope would
 *  win. */
async function removeEarlierWorkers(current: ServiceWorkerRegistration) {
  for (const registration of await navigator.serviceWorker.getRegistrations())
    if (registration.scope !== current.scope) await registration.unregister()
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
