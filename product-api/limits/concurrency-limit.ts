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
/** The runtime stops a request whose client has gone, and then no `finally` runs: a place is free
 *  again after this time at the latest. */
const maxRunMs = 10_000
const maxWaitMs = 2000
const retryAfterSeconds = 3

/** Limits how much expensive work an isolate does at once, so that cheap requests stay fast. In
 *  memory, for this isolate alone. Errors: Refusal 503 with Retry-After, before any work.
 *
 *  A waiting request looks for a free place again by its own timer. A promise that another request
 *  resolves would continue in that request's context, where workerd forbids its I/O. */
export function createConcurrencyLimit({
  maxRunning,
  maxWaiting,
  maxInTenSeconds,
}: ConcurrencyOptions): ConcurrencyLimit {
  const running = new Map<symbol, number>()
  const waiting = new Map<symbol, number>()
  let begun: number[] = []

  const hasPlace = () => {
    dropOlderThan(running, maxRunMs)
    return running.size < maxRunning
  }

  async function waitForPlace() {
    const place = Symbol()
    const since = Date.now()
    waiting.set(place, since)
    try {
      while (!hasPlace()) {
        if (Date.now() - since > maxWaitMs) throw overloaded()
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    } finally {
      waiting.delete(place)
    }
  }

  const run: ConcurrencyLimit['run'] = async (work) => {
    const now = Date.now()
    begun = begun.filter((at) => now - at < windowMs)
    dropOlderThan(waiting, maxWaitMs)
    const isFull = maxInTenSeconds !== undefined && begun.length >= maxInTenSeconds
    const mustWait = !hasPlace()
    if (isFull || (mustWait && waiting.size >= maxWaiting)) throw overloaded()
    if (maxInTenSeconds !== undefined) begun.push(now)
    if (mustWait) await waitForPlace()
    const place = Symbol()
    running.set(place, Date.now())
    try {
      return await work()
    } finally {
      running.delete(place)
    }
  }
  return { run, reset: () => void (begun = []) }
}

function dropOlderThan(places: Map<symbol, number>, maxMs: number) {
  const now = Date.now()
  for (const [place, since] of places) if (now - since > maxMs) places.delete(place)
}

const overloaded = () =>
  new Refusal(503, 'ServiceUnavailableError', 'Too busy, please try again', { retryAfterSeconds })
