/** Calls for those who come in the same moment: who comes while a call is under way, or in the
 *  pause after it, is part of the next one. Nobody waits where nobody else comes. */
export class Grouped<Item, Answer> {
  readonly #call: (items: readonly Item[]) => Promise<Answer>
  readonly #pauseMs: number
  #waiting: Item[] = []
  #next: Promise<Answer> | null = null
  #current: Promise<unknown> = Promise.resolve()

  /** `pauseMs`: from the end of one call to the next. */
  constructor(call: (items: readonly Item[]) => Promise<Answer>, pauseMs: number) {
    this.#call = call
    this.#pauseMs = pauseMs
  }

  /** The answer of a call that begins from now on. Errors: those of the call, to all in it. */
  add(item: Item): Promise<Answer> {
    this.#waiting.push(item)
    this.#next ??= this.#current.then(() => this.#begin())
    return this.#next
  }

  #begin(): Promise<Answer> {
    const items = this.#waiting
    this.#waiting = []
    this.#next = null
    const answer = this.#call(items)
    this.#current = answer
      .catch(() => undefined)
      .then(() => new Promise((resolve) => setTimeout(resolve, this.#pauseMs)))
    return answer
  }
}
