import type { DeskMessages } from '../messages.ts'
import type { PaperProblem } from './paper-problems.ts'

/** What is wrong, in the operator's language. What only the whole check says is in English. */
export const problemText = ({ kind, detail }: PaperProblem, text: DeskMessages): string =>
  kind === 'doubt' || kind === 'check'
    ? text(`problem_${kind}`, { detail: detail ?? '' })
    : text(`problem_${kind}`)
