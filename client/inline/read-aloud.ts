/** Reads the page's articles aloud, where the phone has a voice of their language: the button is
 *  shown only then, and nothing is spoken before it is tapped. Tapped again, or when the page is
 *  left, it stops. */
customElements.define(
  'read-aloud',
  class extends HTMLElement {
    connectedCallback() {
      if (!('speechSynthesis' in window)) return
      const button = this.querySelector('button')!
      const voiceOf = (lang: string) =>
        speechSynthesis.getVoices().find((voice) => voice.lang.slice(0, 2) === lang)
      const show = () => {
        button.hidden = !voiceOf(document.documentElement.lang)
      }
      show()
      // Voices are listed a moment after the page.
      speechSynthesis.addEventListener('voiceschanged', show)
      addEventListener('pagehide', () => speechSynthesis.cancel())
      const [start, stop] = [button.textContent, this.getAttribute('stop')]
      button.addEventListener('click', () => {
        const isReading = speechSynthesis.speaking
        speechSynthesis.cancel()
        button.textContent = isReading ? start : stop
        if (isReading) return
        const parts = document.querySelectorAll<HTMLElement>(
          'main h1, main article :is(h2, h3, p, li)',
        )
        parts.forEach((part, index) => {
          // A browser cuts off long utterances: each paragraph is one.
          const speech = new SpeechSynthesisUtterance(part.innerText)
          const { lang } = part.closest<HTMLElement>('[lang]')!
          speech.lang = `${lang}-IN`
          speech.voice = voiceOf(lang) ?? null
          speech.onend = () => {
            if (index === parts.length - 1) button.textContent = start
          }
          speechSynthesis.speak(speech)
        })
      })
    }
  },
)
