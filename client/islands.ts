type IslandModule = { default: unknown }

const modules = import.meta.glob<IslandModule>('./islands/*.tsx')

/** Wakes an island when it is seen or touched, as its `when` says. A touch that came before React is held and repeated.
 *  If its code cannot be had, the server's markup goes on working, and the next touch tries again. */
class IslandElement extends HTMLElement {
  #state: 'asleep' | 'loading' | 'awake' = 'asleep'

  connectedCallback() {
    // React keeps late parts in a hidden box first; this is called again when they are moved into place.
    if (this.closest('[hidden][id^="S:"]')) return
    this.addEventListener('click', this, true)
    if (this.getAttribute('when') !== 'visible') return
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      seen.disconnect()
      void this.#wake()
    })
    seen.observe(this)
  }

  handleEvent(event: Event) {
    if (this.#state === 'awake') return
    const { target } = event
    if (!(target instanceof HTMLElement) || !target.closest('button')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void this.#wake().then((isAwake) => isAwake && target.click())
  }

  async #wake(): Promise<boolean> {
    if (this.#state !== 'asleep') return false
    this.#state = 'loading'
    try {
      const load = modules[`./islands/${this.getAttribute('name')}.tsx`]
      const [{ mount }, island] = await Promise.all([import('./mount.ts'), load!()])
      await mount(this, island.default as Parameters<typeof mount>[1])
      this.#state = 'awake'
      return true
    } catch {
      this.#state = 'asleep'
      return false
    }
  }
}

export function defineIslands() {
  customElements.define('x-island', IslandElement)
}
