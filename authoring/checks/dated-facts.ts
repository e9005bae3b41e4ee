import type { PaperDraft, Problem, QuestionDraft } from '../draft.ts'

/** English wordings that ask for something which changes: offices and those who hold them, counts,
 *  records, and what a census or an estimate says. */
const changing = [
  /\b(?:as of|at present|currently|nowadays|incumbent|latest|most recent(?:ly)?|so far)\b/i,
  /\bcensus of \d{4}\b|\b\d{4} census\b|\bby the estimates?\b/i,
  /\bwho is the (?:present |current )?(?:chief minister|governor|president|speaker|prime)/i,
  /\bcurrent (?:repo|rate|number|strength|holder|chief|governor|president|prime)/i,
]

export const asksForChangingFact = ({ stem }: QuestionDraft): boolean =>
  changing.some((words) => words.test(stem.en ?? ''))

/** Questions that ask for a changing fact and do not say when it was true. */
export const undatedFactProblems = ({ file, questions }: PaperDraft): Problem[] =>
  questions
    .filter((question) => asksForChangingFact(question) && question.trueAsOf === undefined)
    .map(({ id, line }) => ({
      file,
      line,
      reason: `${id}: it asks for a fact that changes, so it needs "true-as-of: 2026-11"`,
    }))

export type DueFact = { file: string; line: number; id: string; trueAsOf: string; due: string }

/** The facts that are due to be looked at again on a day (2026-11-23), the oldest first: on the day
 *  of `look-again:`, or a year after `true-as-of:`. */
export function dueFacts(papers: readonly PaperDraft[], today: string): DueFact[] {
  return papers
    .flatMap(({ file, questions }) =>
      questions.flatMap(({ id, line, trueAsOf, lookAgain }) =>
        trueAsOf === undefined
          ? []
          : [{ file, line, id, trueAsOf, due: lookAgain ?? yearAfter(trueAsOf) }],
      ),
    )
    .filter(({ due }) => due <= today)
    .sort((one, other) => one.due.localeCompare(other.due))
}

const yearAfter = (date: string) => `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`
