/** After so long, those who wait do not wait for the end of a call any more. */
const maxCallMs = 5000

/** Calls for those who come in the same moment: who comes while a call is under way is part of the
 *  next one. After a call for several there is a pause, in which more can come. A call that does not
 *  end keeps nobody but those in it, after five seconds. */
export class Grouped<Item, Answer> {
  readonly #call: (items: readonly Item[]) => Promise<Answer>
  readonly #pauseMs: number
  #waiting: Item[] = []
  #next: Promise<Answer> | null = null
  #current: Promise<unknown> = Promise.resolve()

  /** `pauseMs`: from the end of one call for several to the next call. */
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
    this.#current = endOf(answer, maxCallMs).then(() =>
      items.length > 1 ? pause(this.#pauseMs) : undefined,
    )
    return answer
  }
}

/** Resolves when the call ends, in whatever way, or after `ms`. */
const endOf = (call: Promise<unknown>, ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    call.then(end, end)
  })

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
