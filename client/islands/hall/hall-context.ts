import { useSyncExternalStore, type ComponentType } from 'react'
import { paletteState, type PaletteState } from '../../../domain/attempt/palette.ts'
import type { Revealed } from '../../device/journal/attempt-requests.ts'
import type { HallProps, HallView } from './hall-view.ts'
import type { Hall } from './hall.ts'
import type { HallMessages } from './message-keys.ts'

/** A hall whose journal is open. RevealedKey: null if no key is shown before the result. */
export type OpenHall = {
  hall: Hall
  messages: HallMessages
  isRailway: boolean
  RevealedKey: ComponentType<{ revealed: Revealed; messages: HallMessages }> | null
}

/** The data from which every part of the open hall is rendered. */
export type HallContext = Pick<HallProps, 'attempt' | 'sections' | 'blankMarks' | 'href'> &
  OpenHall & {
    view: HallView
    isPractice: boolean
    /** Whether nothing can be answered, because the attempt is submitted or its time is over. */
    isOver: boolean
    /** By index of the question: its section, and its state in the palette. */
    sectionOf: readonly (string | null)[]
    states: readonly PaletteState[]
  }

export function useHallContext(
  { attempt, sections, blankMarks, href }: HallProps,
  open: OpenHall,
): HallContext {
  const { hall, isRailway } = open
  const view = useSyncExternalStore(hall.subscribe, hall.view)
  const sectionOf = hall.sections
  return {
    ...{ attempt, sections, blankMarks, href, ...open, view, sectionOf },
    isPractice: attempt.mode === 'practice',
    isOver: view.stage === 'ending' || view.stage === 'submitted',
    states: sectionOf.map((_, index) => {
      const state = paletteState(hall.stateAt(index))
      // A railway hall has four states: a marked question is 'marked' with or without an answer.
      return isRailway && state === 'answered-and-marked' ? 'marked' : state
    }),
  }
}
