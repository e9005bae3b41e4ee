import type { AttemptMode, Localized } from '../attempt/attempt-result.ts'
import { addMarks, type Marks } from '../attempt/marks.ts'
import type { Locale } from '../locale.ts'

// What a reader's papers, cards and plan amount to.

/** A paper that the reader submitted. `qualifying`: the share of all marks that passes, as a
 *  fraction; null where the paper counts in the merit list. */
export type ProgressPaper = {
  id: string
  test: string
  title: Localized<string>
  mode: AttemptMode
  submittedAt: string
  score: Marks
  maximum: Marks
  qualifying: string | null
}

/** How a topic went in one paper; total: 0 where the paper has no question on it. */
export type TopicPoint = { right: number; total: number }
export type ProgressTopic = {
  slug: string
  name: string
  locale: Locale
  points: readonly TopicPoint[]
}

/** Answers that were last given within an interval of a test. `marks`: what they brought. */
export type PaceInterval = {
  fromMinute: number
  toMinute: number
  right: number
  wrong: number
  marks: Marks
}

/** First attempts at a paper by their share of the marks: of `bins` equal intervals from 0 to all,
 *  with those below 0 in the first. `own`: the index of the reader's. */
export type Distribution = {
  attempt: string
  bins: number[]
  own: number
  count: number
  below: number
}

/** A day of study. `ms`: the time spent with papers and cards; 0 where something was done without a
 *  clock. */
export type StudyDay = { on: string; ms: number }

export type WeakTopicMarks = {
  slug: string
  name: string
  locale: Locale
  marks: Marks
  questions: number
}

/** The progress in one exam. `exams`: those with submitted papers, the latest first. `papers`,
 *  `topics[].points`: the oldest first. `target`: the reader's own, in percent of the marks. */
export type Progress = {
  exams: readonly { slug: string; papers: number }[]
  exam: string | null
  papers: readonly ProgressPaper[]
  target: number | null
  topics: readonly ProgressTopic[]
  weak: { papers: number; marks: Marks; topics: readonly WeakTopicMarks[] } | null
  pace: { attempt: string; intervals: readonly PaceInterval[] } | null
  distribution: Distribution | null
  days: readonly StudyDay[]
  today: string
}

/** The number of intervals into which a test's time is divided. */
const paceIntervals = 6

/** Divides the answers of a test by when they were last given, in ms since its start. Answers that
 *  came after the end, and counted, are in the last interval. */
export function paceOf(
  answers: readonly { afterMs: number; outcome: 'right' | 'wrong'; marks: Marks }[],
  durationMs: number,
): PaceInterval[] {
  const widthMs = durationMs / paceIntervals
  const indexOf = ({ afterMs }: { afterMs: number }) =>
    Math.min(paceIntervals - 1, Math.max(0, Math.floor(afterMs / widthMs)))
  return Array.from({ length: paceIntervals }, (_, index) => {
    const own = answers.filter((answer) => indexOf(answer) === index)
    const minuteAt = (edge: number) => Math.round((edge * widthMs) / 60_000)
    return {
      fromMinute: minuteAt(index),
      toMinute: minuteAt(index + 1),
      right: own.filter(({ outcome }) => outcome === 'right').length,
      wrong: own.filter(({ outcome }) => outcome === 'wrong').length,
      marks: own.map(({ marks }) => marks).reduce(addMarks, '0'),
    }
  })
}

const bins = 20

/** The distribution of first attempts by their share of the marks. `scores`: how many have which
 *  score, as 'units:maximum'. `own`: the reader's, which is among them. */
export function distributionOf(
  scores: Readonly<Record<string, number>>,
  own: { units: number; maximum: number },
): Omit<Distribution, 'attempt'> {
  const binOf = (units: number, maximum: number) =>
    Math.min(bins - 1, Math.max(0, Math.floor((units * bins) / maximum)))
  const counts = Array.from({ length: bins }, () => 0)
  let [count, below] = [0, 0]
  for (const [score, attempts] of Object.entries(scores)) {
    const [units = 0, maximum = 1] = score.split(':').map(Number)
    const bin = binOf(units, maximum)
    counts[bin] = (counts[bin] ?? 0) + attempts
    count += attempts
    if (units * own.maximum < own.units * maximum) below += attempts
  }
  return { bins: counts, own: binOf(own.units, own.maximum), count: count - 1, below }
}
