import type { Outcome } from '../attempt/attempt-result.ts'
import { addMarks, compareMarks, subtractMarks, type Marks } from '../attempt/marks.ts'

/** A question of a submitted paper with what it brought. `marks`: of its outcome; `right`: of a
 *  right answer. `topics`: slugs. */
export type OutcomeInPaper = {
  id: string
  topics: readonly string[]
  outcome: Outcome
  marks: Marks
  right: Marks
}

/** A topic with the marks that its questions cost, and how many of them. */
export type WeakTopic = { slug: string; marks: Marks; questions: readonly string[] }

/** The topics that cost the most marks in these papers, at most `max`, the dearest first. A
 *  question belongs to the dearest of its topics only, so that the marks add up; one that came in
 *  several papers counts by its last outcome. `papers`: the oldest first. */
export function weakTopicsOf(
  papers: readonly (readonly OutcomeInPaper[])[],
  max: number,
): WeakTopic[] {
  let left = latestOutcomes(papers).filter(({ outcome }) => isMissed(outcome))
  const topics: WeakTopic[] = []
  while (topics.length < max) {
    const [dearest] = costsByTopic(left).sort(dearestFirst)
    if (!dearest) break
    topics.push(dearest)
    left = left.filter((question) => !question.topics.includes(dearest.slug))
  }
  return topics
}

export const isMissed = (outcome: Outcome) =>
  outcome === 'wrong' || outcome === 'blank' || outcome === 'not-answered'

function costsByTopic(missed: readonly OutcomeInPaper[]): WeakTopic[] {
  const slugs = [...new Set(missed.flatMap(({ topics }) => topics))]
  return slugs.map((slug) => {
    const own = missed.filter(({ topics }) => topics.includes(slug))
    return {
      slug,
      marks: own.map(({ right, marks }) => subtractMarks(right, marks)).reduce(addMarks, '0'),
      questions: own.map(({ id }) => id),
    }
  })
}

/** Of equal topics the one with more questions, then by the name: always the same order. */
const dearestFirst = (one: WeakTopic, other: WeakTopic) =>
  compareMarks(other.marks, one.marks) ||
  other.questions.length - one.questions.length ||
  (one.slug < other.slug ? -1 : 1)

/** The questions of a drill, at most `max`: in turn from each of the weak topics those that were
 *  missed, then what else was missed, then what was right in the weak topics, then in others. Of
 *  each kind the latest paper's first; what was drilled lately (`recent`) comes last. `papers`: the
 *  oldest first. */
export function drillQuestions(
  papers: readonly (readonly OutcomeInPaper[])[],
  weak: readonly WeakTopic[],
  recent: ReadonlySet<string>,
  max: number,
): string[] {
  const all = latestOutcomes(papers)
  const ids = (wanted: (question: OutcomeInPaper) => boolean) =>
    all.filter(wanted).map(({ id }) => id)
  const isWeak = ({ topics }: OutcomeInPaper) => weak.some(({ slug }) => topics.includes(slug))
  const inTopics = inTurn(
    weak.map((topic) => {
      const own = new Set(topic.questions)
      return ids(({ id }) => own.has(id))
    }),
  )
  const candidates = [
    ...inTopics,
    ...ids(({ outcome }) => isMissed(outcome)),
    ...ids((question) => isWeak(question) && question.outcome === 'right'),
    ...ids(({ outcome }) => outcome === 'right'),
  ]
  const distinct = [...new Set(candidates)]
  return [
    ...distinct.filter((id) => !recent.has(id)),
    ...distinct.filter((id) => recent.has(id)),
  ].slice(0, max)
}

/** Each question with its last outcome, those of the latest paper first. */
function latestOutcomes(papers: readonly (readonly OutcomeInPaper[])[]): OutcomeInPaper[] {
  const seen = new Map<string, OutcomeInPaper>()
  for (const question of papers.toReversed().flat())
    if (!seen.has(question.id)) seen.set(question.id, question)
  return [...seen.values()]
}

/** The first of each list, then the second of each. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list[index] ?? []),
  ).flat()
}
