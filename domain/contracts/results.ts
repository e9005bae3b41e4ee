import * as v from 'valibot'
import { attemptModes, awards, notComparedReasons, outcomes } from '../attempt/attempt-result.ts'
import { notCountedReason } from './attempt-journal.ts'
import { attempt } from './attempts.ts'
import { count, inLanguages, locale, marks, time } from './fields.ts'

// The result of a submitted test. Marks are exact fractions as text.

export const counts = v.object({
  right: count,
  wrong: count,
  blank: count,
  notAnswered: count,
  awarded: count,
  void: count,
})

/** A decision about a published key. */
export const ruling = v.object({
  kind: v.picklist(['accept', 'cancel']),
  award: v.nullable(v.picklist(awards)),
  reason: v.string(),
})

export const questionResult = v.object({
  id: v.string(),
  number: count,
  section: v.nullable(v.string()),
  chosen: v.nullable(count),
  accepted: v.array(count),
  outcome: v.picklist(outcomes),
  marks,
  spentMs: v.number(),
  isMarked: v.boolean(),
  /** The last choice, if it was never saved. */
  unsaved: v.nullable(count),
  /** The language in which it was last read. */
  locale: v.nullable(locale),
  ruling: v.nullable(ruling),
})

export const sectionResult = v.object({
  ...counts.entries,
  slug: v.nullable(v.string()),
  names: inLanguages(v.string()),
  score: marks,
  maximum: marks,
  spentMs: v.number(),
})

/** `total` leaves out cancelled questions. `locale`: of the name. */
export const topicResult = v.object({
  slug: v.string(),
  name: v.string(),
  locale,
  right: count,
  wrong: count,
  blank: count,
  total: count,
})

export const scoreChange = v.object({
  ...ruling.entries,
  question: v.string(),
  number: count,
  from: marks,
  to: marks,
  decidedAt: time,
})

/** An answer that was stored but did not count. */
export const notCountedEvent = v.object({
  question: v.nullable(v.string()),
  number: v.nullable(count),
  option: v.nullable(v.number()),
  at: v.string(),
  standing: notCountedReason,
})

export const trendPoint = v.object({
  id: v.string(),
  submittedAt: time,
  score: marks,
  maximum: marks,
  mode: v.picklist(attemptModes),
})

export const testResult = v.object({
  attempt,
  score: marks,
  maximum: marks,
  counts,
  /** `score` is the sum of these lines. */
  arithmetic: v.array(v.object({ what: v.keyof(counts), count, each: marks, sum: marks })),
  sections: v.array(sectionResult),
  /** The weakest first. */
  topics: v.array(topicResult),
  questions: v.array(questionResult),
  guesses: v.object({ wrong: count, lost: marks, withoutThem: marks }),
  qualifying: v.nullable(v.object({ needed: marks, passed: v.boolean() })),
  /** `leftOut`: first attempts by the clock that are not earnest. */
  comparison: v.nullable(v.object({ count, below: count, leftOut: count })),
  notCompared: v.nullable(v.picklist(notComparedReasons)),
  /** Answers that count and arrived after the clock had submitted. */
  arrivedLate: count,
  /** Answers of one device that a later one of another replaced. */
  replacedCount: count,
  changes: v.array(scoreChange),
  apart: v.array(notCountedEvent),
  trend: v.array(trendPoint),
  /** The ids of questions answered wrong. */
  wrong: v.array(v.string()),
})
export type TestResult = v.InferOutput<typeof testResult>
