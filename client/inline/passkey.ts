/** Shows the button where the device can check a finger, a face or its lock. At the first tap it
 *  loads client/passkey.ts, which does the rest. Without WebAuthn, as in a web view, nothing is
 *  shown. */
customElements.define(
  'pass-key',
  class extends HTMLElement {
    connectedCallback() {
      const credentials = (globalThis as Partial<typeof globalThis>).PublicKeyCredential
      if (!credentials) return
      // At once, so that nothing moves later; few devices turn out to have no lock.
      this.hidden = false
      const hide = () => (this.hidden = true)
      credentials
        .isUserVerifyingPlatformAuthenticatorAvailable()
        .then((isAble) => isAble || hide(), hide)
      const button = this.querySelector('button')!
      button.addEventListener('click', () => {
        // The module takes over from here, or a further tap tries again.
        this.toggleAttribute('tapped', true)
        import(this.getAttribute('src')!).catch(() => {
          const alert = this.querySelector<HTMLElement>('[role=alert]')!
          alert.hidden = false
          alert.textContent = this.getAttribute('failed')
        })
      })
    }
  },
)
