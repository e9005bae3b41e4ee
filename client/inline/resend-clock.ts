/** Disables the button and counts down until a one-time code may be sent again. Without script the
 *  button is enabled at once, and the server's response says how long to wait. */
customElements.define(
  'resend-clock',
  class extends HTMLElement {
    connectedCallback() {
      const button = this.querySelector('button')!
      const name = button.textContent
      const end = Date.now() + Number(this.getAttribute('seconds')) * 1000
      const tick = () => {
        const seconds = Math.ceil((end - Date.now()) / 1000)
        button.disabled = seconds > 0
        button.textContent =
          seconds > 0 ? this.getAttribute('wait')!.replace('{seconds}', String(seconds)) : name
        if (seconds > 0) setTimeout(tick, 1000)
      }
      tick()
    }
  },
)
