import { openStore } from './indexed-db.ts'
import type { Channel, PageEvent, Ports } from './ports.ts'

const askedKey = 'abhyasa.persist-asked'

/** The reader's device. Nothing here throws: web views lack things, and private windows refuse them. */
export const realPorts = (): Ports => ({
  store: openStore(),
  secondCopy: attempted(() => localStorage),
  fetch: (path, init) => fetch(path, init),
  beacon: (path, body) =>
    attempted(() => navigator.sendBeacon(path, new Blob([body], { type: 'application/json' }))) ??
    false,
  clock: { wall: () => Date.now(), monotonic: () => performance.now() },
  timer(work, ms) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
  channel: (name, hear) => attempted(() => openChannel(name, hear)),
  page: {
    isKept: document.documentElement.dataset.kept !== undefined,
    ageMs: () => performance.now() - (navigation()?.responseStart ?? 0),
    listen: listenToPage,
  },
  persist() {
    attempted(() => {
      if (localStorage.getItem(askedKey) !== null) return
      localStorage.setItem(askedKey, '1')
      navigator.storage.persist().catch(() => false)
    })
  },
})

/** What a browser may not have, or may refuse: null then. */
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

function openChannel(name: string, hear: (message: unknown) => void): Channel {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => hear(data)
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() }
}

function listenToPage(hear: (event: PageEvent) => void): () => void {
  const stop = new AbortController()
  const on = (target: EventTarget, type: string, work: (event: Event) => void) =>
    target.addEventListener(type, work, { signal: stop.signal })
  on(window, 'online', () => hear('online'))
  on(window, 'pagehide', () => hear('gone'))
  on(window, 'pageshow', (event) => {
    if (event instanceof PageTransitionEvent && event.persisted) hear('restored')
  })
  on(document, 'visibilitychange', () =>
    hear(document.visibilityState === 'hidden' ? 'hidden' : 'shown'),
  )
  return () => stop.abort()
}
