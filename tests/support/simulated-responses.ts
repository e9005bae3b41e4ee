import type { OptionTally } from '../../domain/question-statistics.ts'
import { seededRandom } from './seeded-random.ts'

export type SimulatedQuestion = {
  /** The option that is right. */
  truth: number
  /** The option that the key names. */
  key: number
}

export type SimulatedPaper = {
  questions: SimulatedQuestion[]
  /** For each aspirant, the chosen option of each question, or null. */
  answers: (number | null)[][]
}

const optionCount = 4

/** Answers of aspirants of different ability to questions of different difficulty, four options
 *  each: who does not know chooses by the options' popularity, and leaves a tenth blank. In a sixth
 *  of the questions, a wrong option is three times as popular as the others. The keys of
 *  `wrongKeys` random questions are wrong.
 *  Source: three-parameter logistic model. */
export function simulatedPaper(seed: number, questions = 100, aspirants = 400, wrongKeys = 8) {
  const random = seededRandom(seed)
  const normal = () =>
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  const wrong = new Set<number>()
  while (wrong.size < wrongKeys) wrong.add(random.integerBelow(questions))
  const items = Array.from({ length: questions }, (_, index) => {
    const truth = random.integerBelow(optionCount)
    const distractor = (truth + 1 + random.integerBelow(optionCount - 1)) % optionCount
    const isMisconception = random.next() < 1 / 6
    return {
      truth,
      key: wrong.has(index) ? distractor : truth,
      slope: 0.6 + 1.2 * random.next(),
      // A question that nearly nobody knows says nothing about its key.
      difficulty: Math.max(-1.8, Math.min(1.8, 1.1 * normal())),
      popularity: Array.from(
        { length: optionCount },
        (_, option) =>
          (0.4 + random.next()) * (isMisconception && option === (truth + 1) % optionCount ? 3 : 1),
      ),
    }
  })
  const answers = Array.from({ length: aspirants }, () => {
    const ability = normal()
    return items.map(({ truth, slope, difficulty, popularity }) => {
      const knows = random.next() < 1 / (1 + Math.exp(-1.7 * slope * (ability - difficulty)))
      if (knows) return truth
      return random.next() < 0.1 ? null : chosenBy(popularity, random.next())
    })
  })
  const paper: SimulatedPaper = {
    questions: items.map(({ truth, key }) => ({ truth, key })),
    answers,
  }
  return paper
}

function chosenBy(weights: readonly number[], share: number): number {
  let left = share * weights.reduce((sum, weight) => sum + weight, 0)
  for (const [option, weight] of weights.entries()) {
    left -= weight
    if (left < 0) return option
  }
  return weights.length - 1
}

/** The tallies of each question, as the product API's SQL counts them. */
export function talliesOf({ questions, answers }: SimulatedPaper): OptionTally[][] {
  const isRight = (answer: number | null, index: number) => answer === questions[index]!.key
  const scores = answers.map((sheet) => sheet.filter(isRight).length)
  return questions.map(({ key }, question) =>
    [0, 1, 2, 3, null].map((option) => {
      const choosers = answers.flatMap((sheet, index) =>
        sheet[question] === option ? [index] : [],
      )
      const rest = choosers.map((index) => scores[index]! - (option === key ? 1 : 0))
      return {
        option,
        isRight: option === key,
        count: choosers.length,
        restScoreSum: rest.reduce((sum, score) => sum + score, 0),
        restScoreSquareSum: rest.reduce((sum, score) => sum + score * score, 0),
      }
    }),
  )
}
