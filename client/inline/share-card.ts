/** Renders the score card as a PNG on the device and opens the share dialog; without one, downloads
 *  the file. Without script there is a link to the card. */
customElements.define(
  'share-card',
  class extends HTMLElement {
    connectedCallback() {
      const button = this.querySelector('button')!
      button.hidden = false
      this.querySelector('a')!.hidden = true
      button.addEventListener('click', () => {
        button.disabled = true
        this.share()
          // Without canvas or image support, opens the card itself.
          .catch(() => location.assign(this.getAttribute('href')!))
          .finally(() => (button.disabled = false))
      })
    }

    async share() {
      const file = new File([await this.picture()], 'score.png', { type: 'image/png' })
      if (canShare(file)) {
        const refusal = await navigator.share({ files: [file] }).then(
          () => null,
          (error: unknown) => (error instanceof Error ? error.name : ''),
        )
        if (refusal === null || refusal === 'AbortError') return
      }
      const address = URL.createObjectURL(file)
      const link = document.createElement('a')
      link.href = address
      link.download = file.name
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    }

    async picture(): Promise<Blob> {
      const image = new Image()
      image.src = this.getAttribute('href')!
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = 1200
      canvas.height = 630
      canvas.getContext('2d')!.drawImage(image, 0, 0, 1200, 630)
      return new Promise((done, fail) =>
        canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
      )
    }
  },
)

/** lib.dom declares canShare as always present; older phones lack it. */
const canShare = (file: File) => 'canShare' in navigator && navigator.canShare({ files: [file] })
