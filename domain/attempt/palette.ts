import type { QuestionState } from './journal.ts'

/** The five states of a question in the palette. */
export type PaletteState =
  'not-visited' | 'not-answered' | 'answered' | 'marked' | 'answered-and-marked'

export function paletteState(state: QuestionState | undefined): PaletteState {
  if (!state?.isVisited) return 'not-visited'
  if (state.isMarked) return state.saved === null ? 'marked' : 'answered-and-marked'
  return state.saved === null ? 'not-answered' : 'answered'
}
