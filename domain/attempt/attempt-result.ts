import { fallbackChain, type Locale } from '../locale.ts'
import type { Marks } from './marks.ts'

/** A value by language, for the languages in which it exists. */
export type Localized<Value> = Partial<Record<Locale, Value>>

/** The best available language of a value for a reader; null if it exists in none. */
export const bestLocaleOf = (values: Localized<unknown>, reader: Locale): Locale | null =>
  fallbackChain(reader).find((locale) => values[locale] !== undefined) ?? null

export const attemptModes = ['exam', 'practice', 'form'] as const
export type AttemptMode = (typeof attemptModes)[number]

/** An attempt in lists. Times are ISO 8601. score, maximum: null until it is submitted. */
export type AttemptSummary = {
  id: string
  test: string
  exam: string
  state: string
  title: Localized<string>
  mode: AttemptMode
  status: 'running' | 'overdue' | 'submitted'
  startedAt: string
  endsAt: string | null
  submittedAt: string | null
  submittedBy: 'reader' | 'clock' | null
  questionCount: number
  answered: number
  score: Marks | null
  maximum: Marks | null
}

/** The outcome of a question. blank: nothing was chosen; not-answered: the fifth circle; awarded,
 *  void: the question was cancelled, with or without marks. */
export const outcomes = ['right', 'wrong', 'blank', 'not-answered', 'awarded', 'void'] as const
export type Outcome = (typeof outcomes)[number]

export type OutcomeCounts = {
  right: number
  wrong: number
  blank: number
  notAnswered: number
  awarded: number
  void: number
}

/** A decision about an answer key after it was published. */
export type Ruling = {
  kind: 'accept' | 'cancel'
  award: 'all' | 'attempters' | 'nobody' | null
  reason: string
}

export type QuestionResult = {
  id: string
  number: number
  section: string | null
  chosen: number | null
  accepted: readonly number[]
  outcome: Outcome
  marks: Marks
  spentMs: number
  isMarked: boolean
  /** The option that was chosen but not saved; it did not count. */
  unsaved: number | null
  /** The language in which the question was last read. */
  locale: Locale | null
  ruling: Ruling | null
}

export type SectionResult = OutcomeCounts & {
  slug: string | null
  names: Localized<string>
  score: Marks
  maximum: Marks
  spentMs: number
}

/** Results of one topic. total: without cancelled questions. locale: of the name. */
export type TopicResult = {
  slug: string
  name: string
  locale: Locale
  right: number
  wrong: number
  blank: number
  total: number
}

/** How a key ruling changed the score. decidedAt is ISO 8601. */
export type ScoreChange = Ruling & {
  question: string
  number: number
  from: Marks
  to: Marks
  decidedAt: string
}

/** An answer that was stored and did not count. `at` is ISO 8601. */
export type ApartAnswer = {
  question: string | null
  number: number | null
  option: number | null
  at: string
  standing: 'late' | 'after-submission' | 'impossible'
}

export type TrendPoint = {
  id: string
  submittedAt: string
  score: Marks
  maximum: Marks
  mode: AttemptMode
}

/** The result of a submitted attempt. apart: answers that were stored but did not count. */
export type TestResult = {
  attempt: AttemptSummary
  score: Marks
  maximum: Marks
  counts: OutcomeCounts
  arithmetic: readonly {
    what: keyof OutcomeCounts
    count: number
    each: Marks
    sum: Marks
  }[]
  sections: readonly SectionResult[]
  /** The weakest first. */
  topics: readonly TopicResult[]
  questions: readonly QuestionResult[]
  guesses: { wrong: number; lost: Marks; withoutThem: Marks }
  qualifying: { needed: Marks; passed: boolean } | null
  comparison: { count: number; below: number } | null
  notCompared: 'not-first' | 'practice' | 'late' | 'few' | null
  changes: readonly ScoreChange[]
  apart: readonly ApartAnswer[]
  trend: readonly TrendPoint[]
  wrong: readonly string[]
}

/** Whether a wrong answer was given faster than the question can be read. */
export const isHasty = ({ outcome, spentMs }: QuestionResult) =>
  outcome === 'wrong' && spentMs > 0 && spentMs < hastyMs
export const hastyMs = 10_000

/** The questions whose last choice differs from the saved one. */
export const unsavedQuestions = (questions: readonly QuestionResult[]) =>
  questions.filter(({ unsaved, chosen }) => unsaved !== null && unsaved !== chosen)

/** Whether the question is offered for a retry: it was wrong or not answered. */
export const isRetryable = ({ outcome }: QuestionResult) =>
  outcome === 'wrong' || outcome === 'blank' || outcome === 'not-answered'
