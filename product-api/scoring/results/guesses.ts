import type { FrozenPaper } from '../../attempts/frozen-paper.ts'
import { formatUnits } from '../marking/fraction.ts'
import { schemeOf, type Marked } from '../marking/mark-paper.ts'

/** What the wrong answers took away, and the score if those questions had been left: without a circle, or with the fifth
 *  where a sheet left blank costs marks. */
export type Guesses = { wrong: number; lost: string; withoutThem: string }

export function guessesOf(paper: Pick<FrozenPaper, 'marks'>, marked: Marked): Guesses {
  const { denominator, worth } = schemeOf(paper)
  const wrong = marked.questions.filter(({ outcome }) => outcome === 'wrong').length
  const lostUnits = wrong * (Math.max(worth.blank, worth['not-answered']) - worth.wrong)
  return {
    wrong,
    lost: formatUnits(lostUnits, denominator),
    withoutThem: formatUnits(marked.scoreUnits + lostUnits, denominator),
  }
}
