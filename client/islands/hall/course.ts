import type { HallView } from './hall-view.ts'

// Which question may be opened. `open`: the section whose clock runs now; null where sections have no clocks of their own.

type Placed = { id: string; section: string | null }

/** The section that would have to be open for a question, and is not; null where nothing is in the way. */
export const closedSectionOf = (place: Placed | undefined, open: string | null) =>
  open === null || !place || place.section === open ? null : place.section

/** Where to begin: where the reader was last on this device; else at the first question that was not opened yet. */
export function firstPlaceOf(
  places: readonly Placed[],
  isVisited: (id: string) => boolean,
  kept: number | null,
  open: string | null,
): number {
  const fresh = places.findIndex(({ id }) => !isVisited(id))
  const wanted = kept !== null && kept < places.length ? kept : Math.max(0, fresh)
  if (closedSectionOf(places[wanted], open) === null) return wanted
  return Math.max(
    0,
    places.findIndex(({ section }) => section === open),
  )
}

/** What of the paper is seen in a stage. */
export const viewOf = (stage: HallView['stage']) =>
  stage === 'sitting' ? 'question' : stage === 'paper' ? 'paper' : 'nothing'
