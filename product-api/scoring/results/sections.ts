import type { FrozenPaper, Texts } from '../../attempts/frozen-paper.ts'
import { formatUnits } from '../marking/fraction.ts'
import { schemeOf, type Marked, type MarkedQuestion } from '../marking/mark-paper.ts'
import { countsOf, type Counts } from './counts.ts'

/** A part of a paper, and what it brought. `slug` is null for the questions that stand in none. */
export type SectionResult = Counts & {
  slug: string | null
  names: Texts
  score: string
  maximum: string
  spentMs: number
}

/** The sections in the paper's order, each question in one of them; none for a paper that has none. */
export function sectionsOf(
  paper: FrozenPaper,
  { questions, denominator }: Marked,
): SectionResult[] {
  if (paper.sections.length === 0) return []
  const { worth } = schemeOf(paper)
  const sectionOf = new Map(paper.questions.map(({ id, section }) => [id, section]))
  const within = Map.groupBy(questions, ({ id }) => sectionOf.get(id) ?? null)
  const inOrder = [...paper.sections, { slug: null, names: {} }]
  return inOrder.flatMap(({ slug, names }) => {
    const part = within.get(slug)
    if (!part) return []
    const counts = countsOf(part)
    const maximum = (part.length - counts.void) * worth.right
    return [
      {
        ...{ slug, names, ...counts },
        score: formatUnits(
          sum(part, ({ units }) => units),
          denominator,
        ),
        maximum: formatUnits(maximum, denominator),
        spentMs: sum(part, ({ spentMs }) => spentMs),
      },
    ]
  })
}

const sum = (questions: readonly MarkedQuestion[], of: (question: MarkedQuestion) => number) =>
  questions.reduce((total, question) => total + of(question), 0)
