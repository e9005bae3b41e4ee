/** Opens a provider's payment page by the provider's own script, in a frame or by a redirect. If
 *  the script does not load, the link in this element remains. */
type Launcher = {
  transact: (options: {
    tokenUrl: string
    type?: 'IFRAME'
    callback?: (outcome: string) => void
  }) => void
}

customElements.define(
  'provider-launch',
  class extends HTMLElement {
    /** A tenth of a second each. */
    #triesLeft = 80

    connectedCallback() {
      const launcher = (window as unknown as Record<string, Launcher | undefined>)[
        this.getAttribute('object')!
      ]
      if (launcher) this.#launch(launcher)
      else if ((this.#triesLeft -= 1) > 0) setTimeout(() => this.connectedCallback(), 100)
    }

    #launch(launcher: Launcher) {
      const tokenUrl = this.querySelector('a')!.href
      if (this.getAttribute('mode') !== 'iframe') return launcher.transact({ tokenUrl })
      // Cancelled or concluded: the payment's own page asks the provider for the outcome.
      const callback = () => location.replace(this.getAttribute('after')!)
      launcher.transact({ tokenUrl, type: 'IFRAME', callback })
    }
  },
)
