/** A scanned code comes behind the '#' of the address, where no server sees it: puts it into its field, and out of the address. */
customElements.define(
  'rescue-code',
  class extends HTMLElement {
    connectedCallback() {
      const code = location.hash.slice(1)
      if (!/^[0-9A-Z]{20,}$/.test(code)) return
      this.querySelector('textarea')!.value = code.replace(/.{25}/g, '$&\n').trim()
      history.replaceState(null, '', location.pathname + location.search)
    }
  },
)
