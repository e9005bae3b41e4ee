import type { FrozenPaper } from '../../attempts/frozen-paper.ts'
import { formatUnits, parseFraction } from '../marking/fraction.ts'
import type { Marked } from '../marking/mark-paper.ts'

/** The marks that a qualifying paper wants, and whether they were reached; null for a paper that counts in the merit list. */
export function qualifyingOf(
  { qualifying }: Pick<FrozenPaper, 'qualifying'>,
  { scoreUnits, maximumUnits, denominator }: Marked,
): { needed: string; passed: boolean } | null {
  if (qualifying === null) return null
  const share = parseFraction(qualifying)
  const neededTimes = maximumUnits * share.numerator
  return {
    needed: formatUnits(neededTimes, denominator * share.denominator),
    passed: scoreUnits * share.denominator >= neededTimes,
  }
}
