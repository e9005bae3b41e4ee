/** Moves a scanned rescue code from the fragment of the URL, which is not sent to a server, into
 *  the form's field. */
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
