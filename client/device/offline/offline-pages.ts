import { watchPackPage } from './pack-page.ts'
import { fillKeptList } from './kept-list.ts'

/** Makes the pages below /offline work. */
export const watch = (part: HTMLElement) =>
  part.dataset.pack === undefined ? fillKeptList(part) : watchPackPage(part)
