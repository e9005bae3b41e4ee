import { watchPackPage } from './pack-page.ts'
import { fillShelf } from './shelf.ts'

/** Makes the pages below /offline work. */
export const watch = (part: HTMLElement) =>
  part.dataset.pack === undefined ? fillShelf(part) : watchPackPage(part)
