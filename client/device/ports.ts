/** The browser features that the journal and the card log use. `browserPorts` has those of the
 *  reader's browser; tests simulate them. */
export type Ports = {
  store: TextStore
  /** The synchronous storage; null if there is none. Every use of it may throw. */
  localStorage: Storage | null
  fetch: (path: string, init: RequestInit) => Promise<FetchedResponse>
  /** Sends a request that outlives the page. Returns whether the browser accepted it. */
  sendBeacon: (path: string, body: string) => boolean
  /** In ms. wall: since 1970 by the device's clock, which may be wrong and may jump. monotonic:
   *  from an arbitrary start; never decreases. */
  clock: { wall: () => number; monotonic: () => number }
  /** Runs `work` after `ms`. Returns the function that cancels it. */
  setTimer: (work: () => void, ms: number) => () => void
  /** As Math.random: from 0 to below 1. */
  random: () => number
  /** A channel between the tabs of this device; null if the browser has none. */
  openChannel: (name: string, onMessage: (message: unknown) => void) => Channel | null
  page: Page
  /** Requests persistent storage, which the browser does not clear when space runs out. */
  persist: () => void
}

/** The part of a Response that is used. */
export type FetchedResponse = { ok: boolean; status: number; json: () => Promise<unknown> }

/** A store of texts by key, such as IndexedDB. `put` stores all entries or none. */
export type TextStore = {
  /** All entries whose key begins with the prefix. */
  entries: (prefix: string) => Promise<[key: string, text: string][]>
  put: (entries: readonly [key: string, text: string][]) => Promise<void>
  remove: (keys: readonly string[]) => Promise<void>
}

export type Channel = { post: (message: object) => void; close: () => void }

/** gone: the page is closing. restored: it was restored from the back/forward cache. */
export type PageEvent = 'online' | 'shown' | 'hidden' | 'gone' | 'restored'

export type Page = {
  /** Whether the page is the device's offline copy, whose times are old. */
  isOfflineCopy: boolean
  /** Time since the server rendered the page. */
  ageMs: () => number
  /** Returns the function that stops listening. */
  listen: (onEvent: (event: PageEvent) => void) => () => void
}
