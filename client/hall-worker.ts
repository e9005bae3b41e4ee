import {
  attemptIn,
  forgetHallOf,
  isHallAsset,
  isHallKept,
  keepHallWhole,
  keepPage,
  keptPage,
} from './device/hall-cache.ts'
import { readHallMessage } from './device/hall-message.ts'

// The service worker of the halls: a test that was begun opens without a network. It stands before the pages below /attempts/ only
// (client/device/hall-copy.ts registers it there), so that it costs no other page anything. Built as a file of its own.

const patienceMs = 4000

/** What a service worker has besides what a window has. */
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
  const attempt = request.mode === 'navigate' ? attemptIn(pathname) : null
  if (attempt !== null) {
    const fromNetwork = fetch(request)
    event.waitUntil(fromNetwork.then((page) => keepCopy(attempt, pathname, page.clone()), nothing))
    event.respondWith(hall(attempt, pathname, fromNetwork))
  } else if (isHallAsset(pathname))
    event.respondWith(
      caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request)),
    )
})

/** The network's answer, if it comes in time and is not an outage; else the copy; without one, whatever the network has. */
async function hall(
  attempt: string,
  path: string,
  fromNetwork: Promise<Response>,
): Promise<Response> {
  const inTime = await Promise.race([
    fromNetwork.catch(nothing),
    new Promise<null>((done) => setTimeout(() => done(null), patienceMs)),
  ])
  // A redirect has status 0: it leads to the result, or to signing in.
  if (inTime && inTime.status < 500) return inTime
  return (await keptPage(caches, attempt, path)) ?? fromNetwork
}

const keepCopy = (attempt: string, path: string, page: Response) =>
  keepPage(caches, attempt, path, page).catch(nothing)

/** Without room or network, there is no copy, and the hall says so. */
const nothing = () => null

self.addEventListener('message', (event) => {
  const message = readHallMessage(event.data)
  const port = event.ports[0]
  if (message) event.waitUntil(done(message).then((is) => port?.postMessage(is)))
})

async function done(message: NonNullable<ReturnType<typeof readHallMessage>>): Promise<boolean> {
  try {
    switch (message.kind) {
      case 'keep':
        return await keepHallWhole(caches, fetch, message)
      case 'ask':
        return await isHallKept(caches, message)
      case 'forget':
        await forgetHallOf(caches, message.attempt)
        return true
    }
  } catch {
    return false
  }
}
