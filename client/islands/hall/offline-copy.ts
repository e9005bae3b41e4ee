import { storeHallCopy } from '../../device/offline-hall/hall-copy.ts'

const startAfterMs = 1500

/** Stores all that this hall needs on the device, once the first question is shown and the network
 *  is idle again. Resolves to whether it opens without a network from now on. */
export async function storeOfflineCopy(attemptId: string, form: HTMLFormElement): Promise<boolean> {
  await new Promise((started) => setTimeout(started, startAfterMs))
  const [figures] = await Promise.all([
    figuresOf(form),
    // The rescue code's QR picture is needed when there is no network. Its letters do without.
    import('./qr.ts').catch(() => null),
  ])
  return storeHallCopy(attemptId, figures)
}

/** The addresses of all questions' figures, in the size that this screen shows. */
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
