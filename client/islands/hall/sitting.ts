import { useSyncExternalStore } from 'react'
import { paletteState, type PaletteState } from '../../../domain/attempt/palette.ts'
import type { HallProps } from '../exam-hall.tsx'
import type { HallView } from './hall-view.ts'
import type { Entered } from './live-hall.tsx'

/** What every part of the living hall is made of: the hall, what is to be seen now, and how it is said. */
export type Sitting = Pick<HallProps, 'attempt' | 'sections' | 'blankMarks' | 'href'> &
  Entered & {
    view: HallView
    isPractice: boolean
    /** Nothing can be answered any more. */
    isOver: boolean
    /** Of each question: its section and its state in the palette. */
    sectionOf: readonly (string | null)[]
    states: readonly PaletteState[]
  }

export function useSitting(
  { attempt, sections, blankMarks, href }: HallProps,
  entered: Entered,
): Sitting {
  const { hall, isRailway } = entered
  const view = useSyncExternalStore(hall.subscribe, hall.view)
  const sectionOf = hall.sections
  return {
    ...{ attempt, sections, blankMarks, href, ...entered, view, sectionOf },
    isPractice: attempt.mode === 'practice',
    isOver: view.stage === 'handing-in' || view.stage === 'elsewhere',
    states: sectionOf.map((_, index) => {
      const state = paletteState(hall.stateAt(index))
      // A railway hall knows four: marked is marked, with an answer or without.
      return isRailway && state === 'answered-and-marked' ? 'marked' : state
    }),
  }
}
