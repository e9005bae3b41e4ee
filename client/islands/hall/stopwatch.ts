/** Measures how long a question is in front of somebody: not while the page is hidden or paused.
 *  `now`: ms of a clock that never jumps (performance.now). */
export class Stopwatch {
  readonly #now: () => number
  #since: number | null
  #gatheredMs = 0

  constructor(now: () => number) {
    this.#now = now
    this.#since = now()
  }

  /** What was measured since it was last taken, in whole ms. */
  take(): number {
    const ms = Math.round(this.read())
    this.#gatheredMs = 0
    if (this.#since !== null) this.#since = this.#now()
    return ms
  }

  read(): number {
    return this.#gatheredMs + (this.#since === null ? 0 : this.#now() - this.#since)
  }

  stop() {
    this.#gatheredMs = this.read()
    this.#since = null
  }

  go() {
    this.#since ??= this.#now()
  }
}
