import type { FrozenPaper } from '../../attempts/frozen-paper.ts'
import { formatUnits } from '../marking/fraction.ts'
import { outcomes, schemeOf, type Outcome } from '../marking/mark-paper.ts'

/** How many questions came to what. */
export type Counts = Record<CountName, number>
type CountName = Exclude<Outcome, 'not-answered'> | 'notAnswered'

/** One line of the sum: so many, each worth so much, make so much. Marks are exact fractions as text. */
export type Line = { what: CountName; count: number; each: string; sum: string }

export function countsOf(questions: readonly { outcome: Outcome }[]): Counts {
  const counts = { right: 0, wrong: 0, blank: 0, notAnswered: 0, awarded: 0, void: 0 }
  for (const { outcome } of questions) counts[countOf(outcome)] += 1
  return counts
}

/** The lines of which a score is the sum, exactly; without those that count nothing. */
export function arithmeticOf(counts: Counts, paper: Pick<FrozenPaper, 'marks'>): Line[] {
  const { denominator, worth } = schemeOf(paper)
  return outcomes
    .map((outcome): Line => {
      const [what, units] = [countOf(outcome), worth[outcome]]
      const count = counts[what]
      const [each, sum] = [formatUnits(units, denominator), formatUnits(count * units, denominator)]
      return { what, count, each, sum }
    })
    .filter(({ count }) => count > 0)
}

const countOf = (outcome: Outcome): CountName =>
  outcome === 'not-answered' ? 'notAnswered' : outcome
