// Filters a list of papers while the reader types. Inlined right after the form, so that it works
// as soon as the list is visible.
customElements.define(
  'paper-filter',
  class extends HTMLElement {
    connectedCallback() {
      this.addEventListener('input', () => this.filter())
      this.addEventListener('submit', (event) => {
        event.preventDefault()
        this.filter()
      })
    }

    filter() {
      const normalized = (text: string) => text.normalize('NFC').toLowerCase()
      const words = normalized(this.querySelector('input')!.value).split(/\s+/)
      let shown = 0
      for (const item of this.querySelectorAll<HTMLElement>('.papers li')) {
        const text = normalized(item.textContent)
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
