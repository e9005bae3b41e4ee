/** Polls the status of a payment at growing intervals, not while the page is hidden, and reloads
 *  the page when it changes. Without script, a meta element reloads the page, and there is a
 *  link. */
customElements.define(
  'payment-watch',
  class extends HTMLElement {
    #intervalsSec = [3, 3, 3, 6, 6, 6, 6, 10, 10, 10, 10, 10, 10]
    #timer: ReturnType<typeof setTimeout> | undefined

    connectedCallback() {
      addEventListener('visibilitychange', () => this.#schedule(document.hidden ? null : 0))
      addEventListener('pageshow', ({ persisted }) => persisted && this.#schedule(0))
      this.#schedule(this.#intervalsSec.shift()!)
    }

    #schedule(seconds: number | null) {
      clearTimeout(this.#timer)
      if (seconds !== null) this.#timer = setTimeout(() => void this.#check(), seconds * 1000)
    }

    async #check() {
      const status = await this.#status()
      if (status !== null && status !== this.getAttribute('status')) {
        this.querySelector('[role=status]')!.textContent = this.getAttribute('news')
        setTimeout(() => location.reload(), 500)
      } else if (!document.hidden) this.#schedule(this.#intervalsSec.shift() ?? 30)
    }

    /** The payment's current status; null without a response. */
    async #status(): Promise<string | null> {
      const query = new URLSearchParams({ id: this.getAttribute('payment')! })
      const signature = this.getAttribute('signature')
      if (signature !== null) query.set('s', signature)
      try {
        const answer = await fetch(`/api/payment-transactions/transaction/details?${query}`)
        if (!answer.ok) return null
        const { data } = (await answer.json()) as {
          data: { status: string; refund?: { status: string } }
        }
        return `${data.status} ${data.refund?.status ?? ''}`
      } catch {
        return null
      }
    }
  },
)
