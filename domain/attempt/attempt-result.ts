import { fallbackChain, type Locale } from '../locale.ts'
import type { Marks } from './marks.ts'

/** A value by language, for the languages in which it exists. */
export type Localized<Value> = Partial<Record<Locale, Value>>

/** The best available language of a value for a reader; null if it exists in none. */
export const bestLocaleOf = (values: Localized<unknown>, reader: Locale): Locale | null =>
  fallbackChain(reader).find((locale) => values[locale] !== undefined) ?? null

export const attemptModes = ['exam', 'practice', 'form', 'paper'] as const
export type AttemptMode = (typeof attemptModes)[number]

/** How a form's paper differed from today's: it is marked by the earlier version that it showed, or
 *  its answers were matched by question and by the option's text. */
export const formPapers = ['earlier', 'changed'] as const

/** An attempt as lists show it. Times are ISO 8601. score, maximum: null until it is submitted. */
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
  /** Until then, answers given in time that arrive late still count; null: the submission is final,
   *  or not made. */
  provisionalUntil: string | null
  formPaper: (typeof formPapers)[number] | null
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

/** Who gets the marks of a cancelled question. */
export const awards = ['all', 'attempters', 'nobody'] as const
export type Award = (typeof awards)[number]

/** A decision about an answer key after it was published. */
export type Ruling = {
  kind: 'accept' | 'cancel'
  award: Award | null
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

/** Why something is stored and does not count. late: given after the end. after-submission: given
 *  after the reader had submitted. after-reveal: arrived after the key was shown. form-undated:
 *  came with a form after the end, and nothing proves when it was chosen. period-over: arrived
 *  after the period in which late answers are awaited. paper-changed: the paper has no such
 *  question or option any more. impossible: not readable as an answer. */
export const notCountedReasons = [
  'late',
  'after-submission',
  'after-reveal',
  'form-undated',
  'period-over',
  'paper-changed',
  'impossible',
] as const
export type NotCountedReason = (typeof notCountedReasons)[number]

/** An answer that was stored and did not count. `at` is ISO 8601. */
export type NotCountedAnswer = {
  question: string | null
  number: number | null
  option: number | null
  at: string
  standing: NotCountedReason
}

export const notComparedReasons = ['not-first', 'practice', 'late', 'few', 'not-earnest'] as const

export type TrendPoint = {
  id: string
  submittedAt: string
  score: Marks
  maximum: Marks
  mode: AttemptMode
}

/** The result of a submitted attempt. apart: answers that were stored but did not count. */
export type TestResult = {
  /** carryKey: permits sending answers without a session, and nothing else. */
  attempt: AttemptSummary & { carryKey: string }
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
  /** leftOut: first attempts by the clock that are not earnest, and not compared. */
  comparison: { count: number; below: number; leftOut: number } | null
  notCompared: (typeof notComparedReasons)[number] | null
  /** How many of the answers that count arrived after the clock had submitted. */
  arrivedLate: number
  /** How many answers of one device a later answer of another replaced without its knowledge. */
  replacedCount: number
  changes: readonly ScoreChange[]
  apart: readonly NotCountedAnswer[]
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
