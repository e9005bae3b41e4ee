// Inlined in the page right after its form, so that a list can be filtered as soon as it is
// visible.
customElements.define(
  'paper-filter',
  class extends HTMLElement {
    connectedCallback() {
      this.addEventListener('input', () => this.narrow())
      this.addEventListener('submit', (event) => {
        event.preventDefault()
        this.narrow()
      })
    }

    narrow() {
      const tidy = (text: string) => text.normalize('NFC').toLowerCase()
      const words = tidy(this.querySelector('input')!.value).split(/\s+/)
      let shown = 0
      for (const item of this.querySelectorAll<HTMLElement>('.papers li')) {
        const text = tidy(item.textContent)
        item.hidden = !words.every((word) => text.includes(word))
        if (!item.hidden) shown++
      }
      for (const section of this.querySelectorAll<HTMLElement>('section'))
        section.hidden = words[0] !== '' && !section.querySelector('li:not([hidden]) a')
      const none = this.querySelector<HTMLElement>('.none')!
      none.hidden = shown > 0
      none.textContent = shown > 0 ? '' : this.querySelector('template')!.content.textContent
    }
  },
)
