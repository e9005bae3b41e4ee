/** Measures how long a question is shown, without the time while the page is hidden or paused.
 *  now: a monotonic clock in ms (performance.now). */
export class Stopwatch {
  readonly #now: () => number
  #startedAt: number | null
  #measuredMs = 0

  constructor(now: () => number) {
    this.#now = now
    this.#startedAt = now()
  }

  /** Returns the ms since the last reset, rounded, and resets the stopwatch. */
  reset(): number {
    const ms = Math.round(this.elapsedMs())
    this.#measuredMs = 0
    if (this.#startedAt !== null) this.#startedAt = this.#now()
    return ms
  }

  elapsedMs(): number {
    return this.#measuredMs + (this.#startedAt === null ? 0 : this.#now() - this.#startedAt)
  }

  stop() {
    this.#measuredMs = this.elapsedMs()
    this.#startedAt = null
  }

  start() {
    this.#startedAt ??= this.#now()
  }
}
