import { openTextStore } from './indexed-db.ts'
import type { Channel, PageEvent, Ports } from './ports.ts'

const persistRequestedKey = 'abhyasa.persist-asked'

/** The ports of the reader's browser. Nothing here throws: web views lack features, and private
 *  windows refuse them. */
export const browserPorts = (): Ports => ({
  store: openTextStore(),
  localStorage: attempted(() => localStorage),
  fetch: (path, init) => fetch(path, init),
  sendBeacon: (path, body) =>
    attempted(() => navigator.sendBeacon(path, new Blob([body], { type: 'application/json' }))) ??
    false,
  clock: { wall: () => Date.now(), monotonic: () => performance.now() },
  setTimer(work, ms) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
  openChannel: (name, onMessage) => attempted(() => openChannel(name, onMessage)),
  page: {
    // Pages stored by earlier builds carry this attribute too: it is never renamed.
    isOfflineCopy: document.documentElement.dataset.kept !== undefined,
    ageMs: () => performance.now() - (navigation()?.responseStart ?? 0),
    listen: listenToPage,
  },
  persist() {
    attempted(() => {
      if (localStorage.getItem(persistRequestedKey) !== null) return
      localStorage.setItem(persistRequestedKey, '1')
      navigator.storage.persist().catch(() => false)
    })
  },
})

/** Returns what `work` returns; null if the browser lacks the feature or refuses it. */
function attempted<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch {
    return null
  }
}

const navigation = () =>
  performance
    .getEntriesByType('navigation')
    .find((entry) => entry instanceof PerformanceNavigationTiming)

function openChannel(name: string, onMessage: (message: unknown) => void): Channel {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data)
  return { post: (message) => channel.postMessage(message), close: () => channel.close() }
}

function listenToPage(onEvent: (event: PageEvent) => void): () => void {
  const stop = new AbortController()
  const on = (target: EventTarget, type: string, work: (event: Event) => void) =>
    target.addEventListener(type, work, { signal: stop.signal })
  on(window, 'online', () => onEvent('online'))
  on(window, 'pagehide', () => onEvent('gone'))
  on(window, 'pageshow', (event) => {
    if (event instanceof PageTransitionEvent && event.persisted) onEvent('restored')
  })
  on(document, 'visibilitychange', () =>
    onEvent(document.visibilityState === 'hidden' ? 'hidden' : 'shown'),
  )
  return () => stop.abort()
}
