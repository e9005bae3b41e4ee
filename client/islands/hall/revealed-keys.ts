import type { AttemptJournal } from '../../device/journal/attempt-journal.ts'
import type { Revealed } from '../../device/journal/attempt-requests.ts'

/** Practice: the keys that this page has received. onChange: called when one has arrived. */
export class RevealedKeys {
  readonly #journal: AttemptJournal
  readonly #onChange: () => void
  readonly #keys = new Map<string, Revealed>()
  /** Questions whose key was requested and may be known to the server as shown. */
  readonly #requested = new Set<string>()

  constructor(journal: AttemptJournal, onChange: () => void) {
    this.#journal = journal
    this.#onChange = onChange
  }

  /** The key of a question; null if it was not requested, or has not arrived. */
  readonly of = (question: string): Revealed | null => this.#keys.get(question) ?? null

  async request(question: string) {
    this.#requested.add(question)
    const revealed = await this.#journal.reveal(question)
    if (revealed) this.#keys.set(question, revealed)
    else if (!this.#isRevealed(question)) this.#requested.delete(question)
    this.#onChange()
  }

  /** Requests, once, a key whose response was lost: the server counts it as shown, and no later
   *  answer to its question. Called after every change. */
  notice(question: string) {
    if (!this.#requested.has(question)) this.requestAgain(question)
  }

  /** Requests a key that an earlier page load has revealed; offline it is not shown. */
  requestAgain(question: string) {
    if (this.#isRevealed(question) && !this.#keys.has(question)) void this.request(question)
  }

  #isRevealed = (question: string) => this.#journal.state.questions.get(question)?.isRevealed
}
