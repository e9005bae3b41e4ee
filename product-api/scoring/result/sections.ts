import { formatUnits } from '../../../domain/attempt/fraction.ts'
import {
  unitsPerOutcome,
  type MarkedPaper,
  type MarkedQuestion,
} from '../../../domain/attempt/marking.ts'
import type { TestResult } from '../../../domain/contracts/results.ts'
import type { PaperVersion } from '../../papers/paper-versions.ts'
import { countsOf } from './arithmetic.ts'

/** The results of the sections in the paper's order, each question in one of them; `slug` is null
 *  for the questions without a section. Empty for a paper without sections. */
export function sectionResults(
  paper: PaperVersion,
  { questions, denominator }: MarkedPaper,
): TestResult['sections'] {
  if (paper.sections.length === 0) return []
  const { worth } = unitsPerOutcome(paper)
  const sectionOf = new Map(paper.questions.map(({ id, section }) => [id, section]))
  const bySection = Map.groupBy(questions, ({ id }) => sectionOf.get(id) ?? null)
  const inOrder = [...paper.sections, { slug: null, names: {} }]
  return inOrder.flatMap(({ slug, names }) => {
    const own = bySection.get(slug)
    if (!own) return []
    const counts = countsOf(own)
    const scoreUnits = sum(own, ({ units }) => units)
    const maximumUnits = (own.length - counts.void) * worth.right
    return [
      {
        ...{ slug, names, ...counts },
        score: formatUnits(scoreUnits, denominator),
        maximum: formatUnits(maximumUnits, denominator),
        spentMs: sum(own, ({ spentMs }) => spentMs),
      },
    ]
  })
}

const sum = (questions: readonly MarkedQuestion[], valueOf: (question: MarkedQuestion) => number) =>
  questions.reduce((total, question) => total + valueOf(question), 0)
