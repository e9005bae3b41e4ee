import type { MarkedQuestion } from '../../../domain/attempt/marking.ts'
import type { TestResult } from '../../../domain/contracts/results.ts'
import type { TopicName } from '../../content/texts.ts'
import type { PaperVersion } from '../../papers/paper-versions.ts'

/** How well a topic is known. `locale`: the language of its name. `total` leaves out cancelled
 *  questions: their answers say nothing about knowledge. */
export type TopicResult = TestResult['topics'][number]

/** The topics of a paper's questions, weakest first. */
export function topicResults(
  { questions }: PaperVersion,
  marked: readonly MarkedQuestion[],
  names: readonly TopicName[],
): TopicResult[] {
  const outcomes = new Map(marked.map(({ id, outcome }) => [id, outcome]))
  return names
    .map((name): TopicResult => {
      const own = questions.filter(({ topics }) => topics.includes(name.slug))
      const countOf = (...counted: string[]) =>
        own.filter(({ id }) => counted.includes(outcomes.get(id) ?? '')).length
      const [right, wrong] = [countOf('right'), countOf('wrong')]
      const blank = countOf('blank', 'not-answered')
      return { ...name, right, wrong, blank, total: right + wrong + blank }
    })
    .filter(({ total }) => total > 0)
    .sort(weakestFirst)
}

/** By the exact share of right answers; of equal shares, the one with more questions first. */
export const weakestFirst = (a: TopicResult, b: TopicResult) =>
  a.right * b.total - b.right * a.total || b.total - a.total
