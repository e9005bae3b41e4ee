/** Hides what is said to readers without script. Loads Turnstile's script when its form is used, or
 *  at once where the form was refused without it. Where it cannot be loaded, a sentence says what
 *  else can be done; the form can be sent all the same. */
customElements.define(
  'human-check',
  class extends HTMLElement {
    connectedCallback() {
      this.querySelector('p')!.hidden = true
      const load = () => {
        const script = document.createElement('script')
        script.onerror = () => (this.querySelector<HTMLElement>('[role=alert]')!.hidden = false)
        script.src = this.getAttribute('src')!
        document.head.appendChild(script)
      }
      if (this.hasAttribute('now')) load()
      else this.closest('form')!.addEventListener('focusin', load, { once: true })
    }
  },
)
