/** Looks whether a payment's state has changed, ever less often, never while nobody looks at the page; then opens the page
 *  anew, which says what happened. Without script the page reloads itself, and there is a link. */
customElements.define(
  'payment-watch',
  class extends HTMLElement {
    #waits = [3, 3, 3, 6, 6, 6, 6, 10, 10, 10, 10, 10, 10]
    #timer: ReturnType<typeof setTimeout> | undefined

    connectedCallback() {
      addEventListener('visibilitychange', () => this.#plan(document.hidden ? null : 0))
      addEventListener('pageshow', ({ persisted }) => persisted && this.#plan(0))
      this.#plan(this.#waits.shift()!)
    }

    #plan(seconds: number | null) {
      clearTimeout(this.#timer)
      if (seconds !== null) this.#timer = setTimeout(() => void this.#look(), seconds * 1000)
    }

    async #look() {
      const status = await this.#status()
      if (status !== null && status !== this.getAttribute('status')) {
        this.querySelector('[role=status]')!.textContent = this.getAttribute('news')
        setTimeout(() => location.reload(), 500)
      } else if (!document.hidden) this.#plan(this.#waits.shift() ?? 30)
    }

    /** null: no answer now, which says nothing about the payment. */
    async #status(): Promise<string | null> {
      const query = new URLSearchParams({ id: this.getAttribute('payment')! })
      const signature = this.getAttribute('signature')
      if (signature !== null) query.set('s', signature)
      try {
        const answer = await fetch(`/api/payment-transactions/transaction/details?${query}`)
        if (!answer.ok) return null
        const { data } = await answer.json<{
          data: { status: string; refund?: { status: string } }
        }>()
        return `${data.status} ${data.refund?.status ?? ''}`
      } catch {
        return null
      }
    }
  },
)
