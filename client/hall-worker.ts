import {
  attemptAtPath,
  isHallAsset,
  isHallStored,
  openedHall,
  parseHallMessage,
  removeHall,
  storedPage,
  storeHall,
  storePage,
  type HallMessage,
} from './device/offline-hall/hall-cache.ts'

// The service worker of the exam halls: a test that was begun opens without a network. It controls
// only the pages below /attempts/ (client/device/offline-hall/hall-copy.ts registers it), so that
// other pages have no cost. It is built as a separate file (tasks/hall-worker.ts).

const networkTimeoutMs = 4000

/** The members of a service worker's global scope that lib.dom lacks. */
declare const self: {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: <Kind extends keyof Events>(
    kind: Kind,
    work: (event: Events[Kind]) => void,
  ) => void
}
type Extendable = { waitUntil: (work: Promise<unknown>) => void }
type Events = {
  install: Extendable
  activate: Extendable
  message: Extendable & MessageEvent<unknown>
  fetch: Extendable & { request: Request; respondWith: (response: Promise<Response>) => void }
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  const attempt = request.mode === 'navigate' ? attemptAtPath(pathname) : null
  if (attempt !== null) {
    const answer = openedHall(caches, attempt, pathname).then(
      (opened) => opened ?? newestPage(event, attempt, pathname),
    )
    event.waitUntil(answer.catch(nullOnFailure))
    event.respondWith(answer)
  } else if (isHallAsset(pathname))
    event.respondWith(
      caches.match(request, { ignoreVary: true }).then((stored) => stored ?? fetch(request)),
    )
})

/** The page of the network, which is stored; without one in time, the copy. */
function newestPage(event: Events['fetch'], attempt: string, path: string): Promise<Response> {
  const fromNetwork = fetch(event.request)
  const store = (page: Response) =>
    storePage(caches, attempt, path, page.clone()).catch(nullOnFailure)
  event.waitUntil(fromNetwork.then(store, nullOnFailure))
  return hallPage(attempt, path, fromNetwork)
}

/** The response of the network, if it is in time and not a server error; else the copy; without a
 *  copy, the network's response whatever it is. */
async function hallPage(
  attempt: string,
  path: string,
  fromNetwork: Promise<Response>,
): Promise<Response> {
  const inTime = await Promise.race([
    fromNetwork.catch(nullOnFailure),
    new Promise<null>((done) => setTimeout(() => done(null), networkTimeoutMs)),
  ])
  // A redirect has status 0 here. It leads to the result page or to the sign-in page.
  if (inTime && inTime.status < 500) return inTime
  return (await storedPage(caches, attempt, path)) ?? fromNetwork
}

/** Without space or network there is no copy; the hall shows that it is not available offline. */
const nullOnFailure = () => null

self.addEventListener('message', (event) => {
  const message = parseHallMessage(event.data)
  const port = event.ports[0]
  if (message) event.waitUntil(execute(message).then((isDone) => port?.postMessage(isDone)))
})

async function execute(message: HallMessage): Promise<boolean> {
  try {
    switch (message.kind) {
      case 'keep':
        return await storeHall(caches, fetch, message)
      case 'ask':
        return await isHallStored(caches, message)
      case 'forget':
        await removeHall(caches, message.attempt)
        return true
    }
  } catch {
    return false
  }
}
