import { storeHallCopy } from '../../device/offline-hall/hall-copy.ts'

const startAfterMs = 1500

/** Stores a copy of this hall on the device, after the first question is shown and the network is
 *  idle. */
export async function storeOfflineCopy(attemptId: string, form: HTMLFormElement) {
  await new Promise((started) => setTimeout(started, startAfterMs))
  const [figures] = await Promise.all([
    figuresOf(form),
    // The rescue code is needed offline. Without its QR picture it can still be typed.
    import('./qr.ts').catch(() => null),
  ])
  await storeHallCopy(attemptId, figures)
}

/** The URLs of all questions' figures, in the size for this screen. */
async function figuresOf(form: HTMLFormElement): Promise<string[]> {
  const images = [...form.querySelectorAll('img')]
  await Promise.allSettled(
    images.map((image) => {
      image.loading = 'eager'
      return image.decode()
    }),
  )
  return images
    .filter(({ currentSrc }) => currentSrc !== '')
    .map(({ currentSrc }) => {
      const { pathname, search } = new URL(currentSrc)
      return pathname + search
    })
}
