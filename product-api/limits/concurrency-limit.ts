import { Refusal } from '../strapi/errors.ts'

export type ConcurrencyLimit = {
  /** `from`: the client's address. */
  run: <Value>(from: string, work: () => Promise<Value>) => Promise<Value>
  /** Forgets what was begun before now. */
  reset: () => void
}

export type ConcurrencyOptions = {
  maxRunning: number
  /** Those that wait for a place; further ones are refused at once. */
  maxWaiting: number
  /** Of those, from one address, so that one client leaves others a place to wait in. */
  maxWaitingOfOne: number
  /** In ten seconds; for work that blocks the isolate, where nothing else runs beside it. */
  maxInTenSeconds?: number
}

const windowMs = 10_000
const retryAfterSeconds = 3
/** After this time a place is free again: work whose client has gone may never end. */
const maxRunMs = 30_000
const maxWaitMs = 5_000
const pollMs = 15

/** Limits how much expensive work an isolate does at once, so that cheap requests stay fast. In
 *  memory, for this isolate alone. Who waits polls by a timer of its own: the runtime cancels a
 *  request that waits for a promise of another request only. Errors: Refusal 503 with Retry-After,
 *  before any work. */
export function createConcurrencyLimit({
  maxRunning,
  maxWaiting,
  maxWaitingOfOne,
  maxInTenSeconds,
}: ConcurrencyOptions): ConcurrencyLimit {
  const running = new Places({ max: maxRunning, maxOfOne: maxRunning, maxMs: maxRunMs })
  const waiting = new Places({ max: maxWaiting, maxOfOne: maxWaitingOfOne, maxMs: maxWaitMs })
  let begun: number[] = []

  async function takePlace(from: string): Promise<symbol> {
    const free = running.take(from)
    if (free) return free
    const place = waiting.take(from)
    if (!place) throw overloaded()
    try {
      for (const until = Date.now() + maxWaitMs; Date.now() < until;) {
        await new Promise((resolve) => setTimeout(resolve, pollMs))
        const taken = running.take(from)
        if (taken) return taken
      }
      throw overloaded()
    } finally {
      waiting.free(place)
    }
  }

  const run: ConcurrencyLimit['run'] = async (from, work) => {
    const now = Date.now()
    begun = begun.filter((at) => now - at < windowMs)
    if (maxInTenSeconds !== undefined && begun.length >= maxInTenSeconds) throw overloaded()
    const place = await takePlace(from)
    if (maxInTenSeconds !== undefined) begun.push(now)
    try {
      return await work()
    } finally {
      running.free(place)
    }
  }
  return { run, reset: () => void (begun = []) }
}

type PlaceOptions = { max: number; maxOfOne: number; maxMs: number }

/** A fixed number of places; each is free again after `maxMs` at the latest. */
class Places {
  readonly #taken = new Map<symbol, { from: string; end: number }>()
  readonly #options: PlaceOptions

  constructor(options: PlaceOptions) {
    this.#options = options
  }

  take(from: string): symbol | null {
    const now = Date.now()
    const { max, maxOfOne, maxMs } = this.#options
    for (const [place, { end }] of this.#taken) if (end <= now) this.#taken.delete(place)
    if (this.#taken.size >= max) return null
    const own = [...this.#taken.values()].filter((taken) => taken.from === from)
    if (own.length >= maxOfOne) return null
    const place = Symbol()
    this.#taken.set(place, { from, end: now + maxMs })
    return place
  }

  free(place: symbol) {
    this.#taken.delete(place)
  }
}

const overloaded = () =>
  new Refusal(503, 'ServiceUnavailableError', 'Too busy, please try again', { retryAfterSeconds })
