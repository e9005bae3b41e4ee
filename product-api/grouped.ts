/** After so long, those who wait do not wait for the end of a call any more. */
const maxCallMs = 5000

/** Calls for those who come in the same moment: who comes while a call is under way is part of the
 *  next one. After a call for several, or one that fails, there is a pause, in which more can come.
 *  A call that does not end keeps nobody but those in it, after five seconds. */
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
    this.#current = hasSucceeded(answer, maxCallMs).then((isDone) =>
      items.length === 1 && isDone ? undefined : pause(this.#pauseMs),
    )
    return answer
  }
}

/** Whether the call has succeeded, when it has ended or after `ms`. */
const hasSucceeded = (call: Promise<unknown>, ms: number) =>
  new Promise<boolean>((resolve) => {
    const end = (isDone: boolean) => {
      clearTimeout(timer)
      resolve(isDone)
    }
    const timer = setTimeout(() => end(false), ms)
    call.then(
      () => end(true),
      () => end(false),
    )
  })

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
