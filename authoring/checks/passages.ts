import type { PaperDraft, PassageDraft, Problem } from '../draft.ts'
import { textProblems } from '../question-forms/form-problems.ts'

/** The passages that questions of a paper share, each once. */
export const passagesOf = ({ questions }: PaperDraft): PassageDraft[] => [
  ...new Map(questions.flatMap(({ passage }) => (passage ? [[passage.id, passage]] : []))).values(),
]

/** Passages whose questions are not neighbours in one section, and the problems of their forms. */
export function passageProblems(paper: PaperDraft): Problem[] {
  const { file, questions } = paper
  return passagesOf(paper).flatMap(({ id, line, text, languages }) => {
    const places = questions.flatMap(({ passage }, index) => (passage?.id === id ? [index] : []))
    const sections = new Set(places.map((index) => questions[index]!.section))
    const isInOnePlace = places.at(-1)! - places[0]! === places.length - 1 && sections.size === 1
    const reasons = [
      ...(isInOnePlace ? [] : ['its questions are not next to one another in one section']),
      ...textProblems(text, languages),
    ]
    return reasons.map((reason) => ({ file, line, reason: `the passage ${id}: ${reason}` }))
  })
}
