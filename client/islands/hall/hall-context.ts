import { useSyncExternalStore, type ComponentType } from 'react'
import { paletteState, type PaletteState } from '../../../domain/attempt/palette.ts'
import type { Revealed } from '../../device/journal/attempt-requests.ts'
import type { HallProps, HallView } from './hall-view.ts'
import type { Hall } from './hall.ts'
import type { HallMessages } from './message-keys.ts'

/** A hall whose journal is open. RevealedKey: null where no key is shown before the result. */
export type OpenHall = {
  hall: Hall
  messages: HallMessages
  isRailway: boolean
  RevealedKey: ComponentType<{ revealed: Revealed; messages: HallMessages }> | null
}

/** What every part of the running hall is rendered from. */
export type HallContext = Pick<HallProps, 'attempt' | 'sections' | 'blankMarks' | 'href'> &
  OpenHall & {
    view: HallView
    isPractice: boolean
    /** Nothing can be answered any more. */
    isOver: boolean
    /** Of each question: its section and its state in the palette. */
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
    isOver: view.stage === 'handing-in' || view.stage === 'elsewhere',
    states: sectionOf.map((_, index) => {
      const state = paletteState(hall.stateAt(index))
      // A railway hall has four states: marked is marked, with an answer or without.
      return isRailway && state === 'answered-and-marked' ? 'marked' : state
    }),
  }
}
