/** Measures how long a question is shown: not while the page is hidden or paused.
 *  now: ms of a clock that never jumps (performance.now). */
export class Stopwatch {
  readonly #now: () => number
  #startedAt: number | null
  #measuredMs = 0

  constructor(now: () => number) {
    this.#now = now
    this.#startedAt = now()
  }

  /** The whole ms since it was last reset, and resets it. */
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
