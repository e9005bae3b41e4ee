import { outcomes, type Outcome } from '../../../domain/attempt/attempt-result.ts'
import { formatUnits, parseFraction } from '../../../domain/attempt/fraction.ts'
import { unitsPerOutcome, type MarkedPaper } from '../../../domain/attempt/marking.ts'
import type { TestResult } from '../../../domain/contracts/results.ts'
import type { PaperVersion } from '../../papers/paper-versions.ts'

/** How many questions have each outcome. */
export type Counts = TestResult['counts']

export function countsOf(questions: readonly { outcome: Outcome }[]): Counts {
  const counts = { right: 0, wrong: 0, blank: 0, notAnswered: 0, awarded: 0, void: 0 }
  for (const { outcome } of questions) counts[countName(outcome)] += 1
  return counts
}

/** The lines whose sum is the score, exactly; without the outcomes that no question has. */
export function arithmeticOf(
  counts: Counts,
  paper: Pick<PaperVersion, 'marks'>,
): TestResult['arithmetic'] {
  const { denominator, worth } = unitsPerOutcome(paper)
  return outcomes
    .map((outcome) => {
      const [what, units] = [countName(outcome), worth[outcome]]
      const count = counts[what]
      const [each, sum] = [formatUnits(units, denominator), formatUnits(count * units, denominator)]
      return { what, count, each, sum }
    })
    .filter(({ count }) => count > 0)
}

const countName = (outcome: Outcome): keyof Counts =>
  outcome === 'not-answered' ? 'notAnswered' : outcome

/** What the wrong answers cost, and the score if those questions had been left: blank, or with the
 *  fifth circle if a blank answer costs marks. */
export function guessesOf(
  paper: Pick<PaperVersion, 'marks'>,
  marked: MarkedPaper,
): TestResult['guesses'] {
  const { denominator, worth } = unitsPerOutcome(paper)
  const wrong = marked.questions.filter(({ outcome }) => outcome === 'wrong').length
  const lostUnits = wrong * (Math.max(worth.blank, worth['not-answered']) - worth.wrong)
  return {
    wrong,
    lost: formatUnits(lostUnits, denominator),
    withoutThem: formatUnits(marked.scoreUnits + lostUnits, denominator),
  }
}

/** The marks that a qualifying paper requires, and whether they were reached; null for a paper that
 *  counts in the merit list. */
export function qualifyingOf(
  { qualifying }: Pick<PaperVersion, 'qualifying'>,
  { scoreUnits, maximumUnits, denominator }: MarkedPaper,
): TestResult['qualifying'] {
  if (qualifying === null) return null
  const share = parseFraction(qualifying)
  const neededUnits = maximumUnits * share.numerator
  return {
    needed: formatUnits(neededUnits, denominator * share.denominator),
    passed: scoreUnits * share.denominator >= neededUnits,
  }
}
