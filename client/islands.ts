import type { Crash } from './mount.ts'

type IslandModule = { default: unknown }

const modules = import.meta.glob<IslandModule>('./islands/*.tsx')

/** Hydrates an island when it becomes visible or is tapped, as its `when` attribute says. A tap
 *  that starts hydration is repeated afterwards. If the code cannot be fetched, the server's markup
 *  keeps working, and the next tap retries. */
class IslandElement extends HTMLElement {
  #state: 'static' | 'loading' | 'hydrated' = 'static'

  connectedCallback() {
    // React streams late parts into a hidden element first; this callback runs again when they are
    // moved into place.
    if (this.closest('[hidden][id^="S:"]')) return
    this.addEventListener('click', this, true)
    if (this.getAttribute('when') !== 'visible') return
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      seen.disconnect()
      void this.#hydrate()
    })
    seen.observe(this)
  }

  handleEvent(event: Event) {
    if (this.#state === 'hydrated') return
    const { target } = event
    if (!(target instanceof HTMLElement) || !target.closest('button')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void this.#hydrate().then((isHydrated) => isHydrated && target.click())
  }

  async #hydrate(): Promise<boolean> {
    if (this.#state !== 'static') return false
    this.#state = 'loading'
    try {
      const load = modules[`./islands/${this.getAttribute('name')}.tsx`]
      const [{ mount }, island] = await Promise.all([import('./mount.ts'), load!()])
      await mount(this, island.default as Parameters<typeof mount>[1], reportCrash)
      this.#state = 'hydrated'
      return true
    } catch {
      this.#state = 'static'
      return false
    }
  }
}

/** Without a network the report is dropped. */
const reportCrash = (crash: Crash) =>
  void import('./error-reports.ts').then(({ logCrash }) => logCrash(crash)).catch(() => undefined)

export function defineIslands() {
  customElements.define('x-island', IslandElement)
}
