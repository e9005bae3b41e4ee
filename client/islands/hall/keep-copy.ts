import { keepHall } from '../../device/hall-copy.ts'

const calmAfterMs = 1500

/** Keeps all that this hall needs on the device: once the first question is there and the network is free again.
 *  Resolves to whether it opens without a network from now on. */
export async function keepCopy(attemptId: string, form: HTMLFormElement): Promise<boolean> {
  await new Promise((calm) => setTimeout(calm, calmAfterMs))
  const [pictures] = await Promise.all([
    picturesOf(form),
    // The rescue code's picture is needed when there is no network. Its letters do without.
    import('./qr.ts').catch(() => null),
  ])
  return keepHall(attemptId, pictures)
}

/** The figures of all questions, in the size that this screen takes. */
async function picturesOf(form: HTMLFormElement): Promise<string[]> {
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
