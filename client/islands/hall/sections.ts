import type { PaletteState } from '../../../domain/attempt/palette.ts'

/** A section as the tabs show it. `lang` only where it is not the page's own. */
export type HallSection = { slug: string; name: string; lang?: string }

/** The indexes of a section's questions; of the whole paper where it has no sections. */
export const indexesOf = (sections: readonly (string | null)[], section: string | null) =>
  sections.flatMap((one, index) => (one === section ? [index] : []))

export const isAnswered = (state: PaletteState | undefined) =>
  state === 'answered' || state === 'answered-and-marked'
