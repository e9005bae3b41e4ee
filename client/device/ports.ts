/** What the journal and the card log need of the device. `browserPorts` is the reader's own; tests
 *  bring a simulated one. */
export type Ports = {
  store: TextStore
  /** Written before a call returns; null where there is none. Every use of it may throw. */
  localStorage: Storage | null
  fetch: (path: string, init: RequestInit) => Promise<FetchedResponse>
  /** Sends while the page goes away. Returns whether the browser accepted it. */
  sendBeacon: (path: string, body: string) => boolean
  /** In ms. wall: since 1970 by the device, which may be wrong and may jump. monotonic: only
   *  forward, from any start. */
  clock: { wall: () => number; monotonic: () => number }
  /** Runs `work` after `ms`. Returns what cancels it. */
  setTimer: (work: () => void, ms: number) => () => void
  /** 0 to below 1. */
  random: () => number
  /** Messages between the tabs of this device; null where there are none. */
  openChannel: (name: string, onMessage: (message: unknown) => void) => Channel | null
  page: Page
  /** Asks the browser not to clear what is stored when space gets short. */
  persist: () => void
}

/** As much of a Response as is used. */
export type FetchedResponse = { ok: boolean; status: number; json: () => Promise<unknown> }

/** IndexedDB, as far as it is used: texts by key. `put` stores all entries or none. */
export type TextStore = {
  /** Every entry whose key begins with the prefix. */
  entries: (prefix: string) => Promise<[key: string, text: string][]>
  put: (entries: readonly [key: string, text: string][]) => Promise<void>
  remove: (keys: readonly string[]) => Promise<void>
}

export type Channel = { post: (message: object) => void; close: () => void }

/** restored: the page came back from the back/forward cache. */
export type PageEvent = 'online' | 'shown' | 'hidden' | 'gone' | 'restored'

export type Page = {
  /** Whether the page came from the device's offline copy: the times in it are old then. */
  isOfflineCopy: boolean
  /** Since the server made the page. */
  ageMs: () => number
  /** Returns what stops listening. */
  listen: (onEvent: (event: PageEvent) => void) => () => void
}
