/** What the journal needs of the device it runs on. Tests bring a device of their own; `realPorts` is the reader's. */
export type Ports = {
  store: Store
  /** Storage that is written before a call returns; null where there is none. Every use of it may throw. */
  secondCopy: Storage | null
  fetch: (path: string, init: RequestInit) => Promise<Answer>
  /** Sends while the page goes away; whether the browser took it. */
  beacon: (path: string, body: string) => boolean
  /** ms. wall: since 1970, by the device, which may be wrong and may jump. monotonic: only forward, from any start. */
  clock: { wall: () => number; monotonic: () => number }
  /** Runs some work later; gives back how to call it off. */
  timer: (work: () => void, ms: number) => () => void
  /** 0 to below 1. */
  random: () => number
  /** A way to the other tabs of this device; null where there is none. */
  channel: (name: string, hear: (message: unknown) => void) => Channel | null
  page: Page
  /** Asks the browser to keep what is stored when room gets short. */
  persist: () => void
}

/** As much of a Response as is used. */
export type Answer = { ok: boolean; status: number; json: () => Promise<unknown> }

/** IndexedDB, as far as it is used: texts by key. `put` is whole or not at all. */
export type Store = {
  /** Everything whose key begins so. */
  entries: (prefix: string) => Promise<[key: string, text: string][]>
  put: (entries: readonly [key: string, text: string][]) => Promise<void>
  remove: (keys: readonly string[]) => Promise<void>
}

export type Channel = { tell: (message: object) => void; close: () => void }

/** restored: the browser shows a page again that it had put away whole. */
export type PageEvent = 'online' | 'shown' | 'hidden' | 'gone' | 'restored'

export type Page = {
  /** Whether it came out of the device's own copy: then the times in it are old. */
  isKept: boolean
  /** How long ago the server made it. */
  ageMs: () => number
  listen: (hear: (event: PageEvent) => void) => () => void
}
