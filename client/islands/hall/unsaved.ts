import { neverSaved, untouched, type AttemptState } from '../../../domain/attempt/journal.ts'

/** Questions whose last choice would not count if it were submitted now, from 1. `ids`: in the order of the paper. */
export const unsavedNumbers = ({ questions }: AttemptState, ids: readonly string[]): number[] =>
  ids.flatMap((id, index) =>
    neverSaved(questions.get(id) ?? untouched) === null ? [] : [index + 1],
  )
