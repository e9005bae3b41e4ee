import { untouched, type AttemptState } from '../../../rules/journal.ts'

/** Questions whose last choice would not count if it were submitted now, from 1. `ids`: in the order of the paper. */
export const unsavedNumbers = ({ questions }: AttemptState, ids: readonly string[]): number[] =>
  ids.flatMap((id, index) => {
    const { chosen, saved, unsaved } = questions.get(id) ?? untouched
    const isOpen = chosen !== null && chosen !== saved
    return isOpen || (unsaved !== null && unsaved !== saved) ? [index + 1] : []
  })
