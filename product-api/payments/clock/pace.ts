/** How fast one clock (order-clock.ts) asks its provider. limit: calls at once. failures: how often
 *  in a row there was no answer. resumesAt: in ms since 1970; before, nothing is asked. */
export type Pace = { limit: number; failures: number; resumesAt: number }

/** Of one clock; a provider has 32. An invocation may have six connections open. Source: Workers,
 *  Limits. */
const maxLimit = 5
/** So many calls without an answer make a pause; a single one is chance. */
const toleratedFailures = 2
const firstPauseMs = 5000
const maxPauseMs = 60_000
const maxDoublings = 4

/** Begins with one call, also after the object was evicted. */
export const firstPace: Pace = { limit: 1, failures: 0, resumesAt: 0 }

/** How many more calls may begin. */
export const roomAt = ({ limit, resumesAt }: Pace, underWay: number, nowMs: number): number =>
  nowMs < resumesAt ? 0 : Math.max(0, limit - underWay)

/** The pace after a call. With each answer one more may be under way. Without answers the clock
 *  pauses, twice as long each time, up to a minute; the next call is a single one. `random`: from 0
 *  to below 1; it spreads the clocks, so that they do not come back at the same moment. */
export function paceAfter(pace: Pace, isAnswered: boolean, nowMs: number, random: number): Pace {
  if (isAnswered) return { limit: Math.min(maxLimit, pace.limit + 1), failures: 0, resumesAt: 0 }
  // What was under way when the pause began.
  if (nowMs < pace.resumesAt) return pace
  const failures = pace.failures + 1
  if (failures <= toleratedFailures) return { ...pace, failures }
  const doublings = Math.min(maxDoublings, failures - toleratedFailures - 1)
  const pauseMs = Math.min(maxPauseMs, firstPauseMs << doublings)
  // From three quarters to five quarters of it.
  const spreadMs = Math.floor(random * (pauseMs >> 1))
  return { limit: 1, failures, resumesAt: nowMs + pauseMs - (pauseMs >> 2) + spreadMs }
}
