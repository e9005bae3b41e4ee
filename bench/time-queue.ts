/** What happens at which time: a binary heap. `pop` returns the earliest; of equal times, any. */
export class TimeQueue<Item> {
  readonly #times: number[] = []
  readonly #items: Item[] = []

  get size() {
    return this.#times.length
  }

  /** When the earliest happens; Infinity: nothing is left. */
  get nextMs(): number {
    return this.#times[0] ?? Infinity
  }

  get first(): Item | undefined {
    return this.#items[0]
  }

  push(atMs: number, item: Item) {
    let at = this.#times.length
    while (at > 0) {
      const above = (at - 1) >> 1
      if (this.#times[above]! <= atMs) break
      this.#place(at, this.#times[above]!, this.#items[above]!)
      at = above
    }
    this.#place(at, atMs, item)
  }

  /** Precondition: something is left. */
  pop(): { atMs: number; item: Item } {
    const first = { atMs: this.#times[0]!, item: this.#items[0]! }
    const [lastMs, last] = [this.#times.pop()!, this.#items.pop()!]
    const size = this.#times.length
    if (size === 0) return first
    let at = 0
    for (;;) {
      let below = at * 2 + 1
      if (below >= size) break
      if (below + 1 < size && this.#times[below + 1]! < this.#times[below]!) below += 1
      if (this.#times[below]! >= lastMs) break
      this.#place(at, this.#times[below]!, this.#items[below]!)
      at = below
    }
    this.#place(at, lastMs, last)
    return first
  }

  #place(at: number, atMs: number, item: Item) {
    this.#times[at] = atMs
    this.#items[at] = item
  }
}
