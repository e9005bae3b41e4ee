import type { AttemptJournal } from '../../device/journal/attempt-journal.ts'
import type { Revealed } from '../../device/journal/attempt-requests.ts'

/** Practice: the keys that this page has received. onChange: called when one has arrived. */
export class RevealedKeys {
  readonly #journal: AttemptJournal
  readonly #onChange: () => void
  readonly #keys = new Map<string, Revealed>()

  constructor(journal: AttemptJournal, onChange: () => void) {
    this.#journal = journal
    this.#onChange = onChange
  }

  /** The key of a question; null if it was not requested, or has not arrived. */
  readonly of = (question: string): Revealed | null => this.#keys.get(question) ?? null

  async request(question: string) {
    const revealed = await this.#journal.reveal(question)
    if (revealed) this.#keys.set(question, revealed)
    this.#onChange()
  }

  /** Requests a key that an earlier page load has revealed; offline it is not shown. */
  requestAgain(question: string) {
    const isRevealed = this.#journal.state.questions.get(question)?.isRevealed
    if (isRevealed && !this.#keys.has(question)) void this.request(question)
  }
}
