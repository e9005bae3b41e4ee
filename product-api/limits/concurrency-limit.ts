import { Refusal } from '../strapi/errors.ts'

export type ConcurrencyLimit = {
  run: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Forgets what was begun before now. */
  reset: () => void
}

export type ConcurrencyOptions = {
  maxRunning: number
  /** Those that wait for a place; further ones are refused at once. */
  maxWaiting: number
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
  maxInTenSeconds,
}: ConcurrencyOptions): ConcurrencyLimit {
  const running = new Places(maxRunning, maxRunMs)
  const waiting = new Places(maxWaiting, maxWaitMs)
  let begun: number[] = []

  async function takePlace(): Promise<symbol> {
    const free = running.take()
    if (free) return free
    const place = waiting.take()
    if (!place) throw overloaded()
    try {
      for (const until = Date.now() + maxWaitMs; Date.now() < until;) {
        await new Promise((resolve) => setTimeout(resolve, pollMs))
        const taken = running.take()
        if (taken) return taken
      }
      throw overloaded()
    } finally {
      waiting.free(place)
    }
  }

  const run: ConcurrencyLimit['run'] = async (work) => {
    const now = Date.now()
    begun = begun.filter((at) => now - at < windowMs)
    if (maxInTenSeconds !== undefined && begun.length >= maxInTenSeconds) throw overloaded()
    const place = await takePlace()
    if (maxInTenSeconds !== undefined) begun.push(now)
    try {
      return await work()
    } finally {
      running.free(place)
    }
  }
  return { run, reset: () => void (begun = []) }
}

/** A fixed number of places; each is free again after `maxMs` at the latest. */
class Places {
  readonly #ends = new Map<symbol, number>()
  readonly #max: number
  readonly #maxMs: number

  constructor(max: number, maxMs: number) {
    this.#max = max
    this.#maxMs = maxMs
  }

  take(): symbol | null {
    const now = Date.now()
    for (const [place, end] of this.#ends) if (end <= now) this.#ends.delete(place)
    if (this.#ends.size >= this.#max) return null
    const place = Symbol()
    this.#ends.set(place, now + this.#maxMs)
    return place
  }

  free(place: symbol) {
    this.#ends.delete(place)
  }
}

const overloaded = () =>
  new Refusal(503, 'ServiceUnavailableError', 'Too busy, please try again', { retryAfterSeconds })
