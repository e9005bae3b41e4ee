import { defaultLocale } from '../domain/locale.ts'
import {
  attemptAtPath,
  isHallAsset,
  isHallStored,
  openedHall,
  parseHallMessage,
  removeHall,
  storedPage,
  storedPath,
  storeHall,
  storePage,
  type HallMessage,
} from './device/offline-hall/hall-cache.ts'
import { postForm, sendForms, storeForm } from './device/offline/form-outbox.ts'
import { buildIn, languageIn } from './device/offline/kept-page.ts'
import {
  copyOf,
  offlinePage,
  shellPath,
  storeReadPage,
  storeShell,
} from './device/offline/page-copies.ts'
import { openReminder, renewDevice, showReminder } from './device/reminder-events.ts'
import { openTextStore } from './device/indexed-db.ts'
import { recordedLanguage, recordedOwner, recordReader } from './device/offline/reader-record.ts'
import { unsentIn } from './device/unsent.ts'

// The service worker of the site: what was read last, what was kept for offline and tests that were
// begun open without a network. It is registered for readers who began something
// (client/device/offline/register-worker.ts), never on a first visit. It is built as a separate
// file (tasks/service-worker.ts). ARCHITECTURE.md lists its routes and caches.

/** After this time without an answer, a copy is shown if there is one. */
const networkTimeoutMs = 4000

/** The members of a service worker's global scope that lib.dom lacks. */
declare const self: {
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    get: (id: string) => Promise<{ postMessage: (message: string) => void } | undefined>
  }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
  addEventListener: <Kind extends keyof Events>(
    kind: Kind,
    work: (event: Events[Kind]) => void,
  ) => void
}
type Extendable = { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = Extendable & {
  request: Request
  resultingClientId: string
  preloadResponse?: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
type Events = {
  install: Extendable
  activate: Extendable
  message: Extendable & MessageEvent<unknown>
  fetch: FetchEvent
  push: Extendable & { data: { json: () => unknown } | null }
  notificationclick: Extendable & { action: string; notification: Notification }
  pushsubscriptionchange: Extendable & { oldSubscription?: PushSubscription | null }
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) =>
  // The request of a page does not wait until this worker has started.
  event.waitUntil(Promise.all([self.clients.claim(), preload()])),
)
const preload = async () => self.registration.navigationPreload?.enable()

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || isLeftAlone(pathname)) return
  if (request.mode === 'navigate') {
    if (request.method === 'GET') openPage(event, pathname)
    else if (isPaper(pathname)) event.respondWith(submitPaper(request, pathname))
  } else if (request.method === 'GET' && isHallAsset(pathname))
    event.respondWith(storedAsset(request, pathname))
})

/** Nothing stands between payers and their providers, or between operators and downloads. */
const isLeftAlone = (path: string) =>
  /^(?:\/[a-z]{2})?\/(?:api|payment)\/|subscription\/checkout/.test(path)

/** The page of a paper, whose form may be submitted without a network: of any state, so that a
 *  further one needs no other worker. Three parts, but none of the site's own pages that have a
 *  form; of an address with a language, the language is no part. */
const isPaper = (path: string) =>
  /^(?:\/[a-z]{2})?\/(?!..\/|account|attempts|flash|login|progress)(?:[^/]+\/){2}[^/]+$/.test(path)

function openPage(event: FetchEvent, path: string) {
  const attempt = attemptAtPath(path)
  event.respondWith(
    attempt === null
      ? newestPage(event, path, null)
      : openedPage(event, path, attempt).then((page) => page ?? newestPage(event, path, attempt)),
  )
}

/** The hall of a live mock that this phone has opened by its code; null for any other. The page has
 *  switched off the request that the browser makes before this worker has started. */
async function openedPage(
  event: FetchEvent,
  path: string,
  attempt: string,
): Promise<Response | null> {
  const page = await openedHall(caches, attempt, path).catch(nullOnFailure)
  if (page) event.waitUntil(preload())
  return page
}

/** The page of the network, which is stored; without one in time, the copy. */
function newestPage(event: FetchEvent, path: string, attempt: string | null): Promise<Response> {
  const { request } = event
  const fromNetwork = requested(event)
  const isPlain = new URL(request.url).search === ''
  const store = async (response: Response): Promise<unknown> => {
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    if (!isPage || response.redirected) return null
    // A hall is not delayed by anything else.
    if (attempt !== null) return storePage(caches, attempt, path, response)
    const html = await response.clone().text()
    await recordReader(caches, html)
    if (isPlain) await storeReadPage(caches, path, response, html)
    if (response.status === 200) await prepare(html, event.resultingClientId)
    return null
  }
  event.waitUntil(
    fromNetwork.then((response) => store(response.clone()).catch(nullOnFailure), nullOnFailure),
  )
  return answered(fromNetwork, async () =>
    attempt === null
      ? copyOf(caches, path)
      : ((await storedPage(caches, attempt, path)) ?? (await redirectToHall(path, attempt))),
  ).catch(async (error: unknown) => {
    // A hall may have been begun before the page that says what is on this phone was stored.
    const page =
      (await offlinePage(caches, path)) ?? (attempt === null ? await redirectToHall(path) : null)
    if (page) return page
    throw error
  })
}

/** Leads from a hall's address in another language to its copy; from others to the hall that was
 *  begun last. */
async function redirectToHall(path: string, attempt?: string): Promise<Response | null> {
  const hall = await storedPath(caches, attempt)
  return hall === '' || hall === path ? null : Response.redirect(hall)
}

const requested = async ({ request, preloadResponse }: FetchEvent) =>
  (await preloadResponse) ?? fetch(request)

/** The response of the network, if it is in time and not a server error; else the copy; without a
 *  copy, the network's response whatever it is. */
async function answered(
  fromNetwork: Promise<Response>,
  copy: () => Promise<Response | null>,
): Promise<Response> {
  const inTime = await Promise.race([
    fromNetwork.catch(nullOnFailure),
    new Promise<null>((done) => setTimeout(() => done(null), networkTimeoutMs)),
  ])
  // A redirect has status 0 here. It leads to the result page or to the sign-in page.
  if (inTime && inTime.status < 500) return inTime
  return (await copy().catch(nullOnFailure)) ?? fromNetwork
}

/** Without space or network there is no copy; the page shows that it is not available offline. */
const nullOnFailure = () => null

/** After a page came from the network: sends forms that are left on this phone, tells the page of
 *  answers that are (client/entry.ts), and fetches the page that is shown without a network, unless
 *  the reader saves data. */
async function prepare(html: string, clientId: string) {
  const unsent = await unsentIn(openTextStore())
  if (unsent.cards || unsent.attempts.length > 0)
    (await self.clients.get(clientId))?.postMessage('unsent')
  await sendForms((await recordedOwner(caches)) ?? '')
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  const language = languageIn(html)
  if (language && connection?.saveData !== true) await storeShell(caches, language, buildIn(html))
}

async function storedAsset(request: Request, path: string): Promise<Response> {
  const stored = await caches.match(request, { ignoreVary: true })
  if (stored) return stored
  try {
    return await fetch(request)
  } catch (error) {
    // Figures are kept in one size.
    const { search } = new URL(request.url)
    const figure = path.startsWith('/image/') && (await caches.match(`/image/640${search}`))
    if (figure) return figure
    throw error
  }
}

/** Submits a paper's form. If the site does not answer it, the form is stored, and sent when a page
 *  opens from the network. The field `sending` makes both the same attempt. */
async function submitPaper(request: Request, path: string): Promise<Response> {
  let body = await request.text()
  let sending = new URLSearchParams(body).get('sending')
  if (!sending) body += `&sending=${(sending = crypto.randomUUID())}`
  const owner = (await recordedOwner(caches)) ?? ''
  const form = { sending, path, body, owner, at: Date.now() }
  const answer = await postForm(form).catch(nullOnFailure)
  if (answer?.result) return Response.redirect(answer.result, 303)
  if (answer?.refused) return answer.page
  try {
    await storeForm(form)
  } catch (error) {
    if (answer) return answer.page
    throw error
  }
  const language = (await recordedLanguage(caches)) ?? defaultLocale
  return Response.redirect(`${shellPath(language)}#kept`, 303)
}

// Reminders that the reader agreed to (src/routes/reminders/).
self.addEventListener('push', (event) => event.waitUntil(showReminder(event.data?.json())))
self.addEventListener('notificationclick', (event) => event.waitUntil(openReminder(event)))
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewDevice(event.oldSubscription)),
)

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
