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

/** Limits how much expensive work an isolate does at once, so that cheap requests stay fast. In
 *  memory, for this isolate alone. Errors: Refusal 503 with Retry-After, before any work. */
export function createConcurrencyLimit({
  maxRunning,
  maxWaiting,
  maxInTenSeconds,
}: ConcurrencyOptions): ConcurrencyLimit {
  let running = 0
  const waiting: (() => void)[] = []
  let begun: number[] = []
  const run: ConcurrencyLimit['run'] = async (work) => {
    const now = Date.now()
    begun = begun.filter((at) => now - at < windowMs)
    const isFull = maxInTenSeconds !== undefined && begun.length >= maxInTenSeconds
    if (isFull || (running >= maxRunning && waiting.length >= maxWaiting)) throw overloaded()
    if (maxInTenSeconds !== undefined) begun.push(now)
    if (running >= maxRunning) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  return { run, reset: () => void (begun = []) }
}

const overloaded = () =>
  new Refusal(503, 'ServiceUnavailableError', 'Too busy, please try again', { retryAfterSeconds })
