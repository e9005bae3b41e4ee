import * as v from 'valibot'
import { attemptModes } from '../attempt/attempt-result.ts'
import { dataBody, integersByKey, requestBody } from './bodies.ts'
import { count, day, inLanguages, locale, localizedText, marks, slug, time } from './fields.ts'
import { cardFigure } from './study.ts'

// Progress over all papers, and drills made from what was missed.

const paper = v.object({
  id: v.string(),
  test: v.string(),
  title: inLanguages(v.string()),
  mode: v.picklist(attemptModes),
  submittedAt: time,
  score: marks,
  maximum: marks,
  /** The share of all marks that passes; null: the paper counts in the merit list. */
  qualifying: v.nullable(v.string()),
})

const topicName = { slug: v.string(), name: v.string(), locale }

/** domain/study/progress.ts describes the fields. */
export const progress = v.object({
  exams: v.array(v.object({ slug: v.string(), papers: count })),
  exam: v.nullable(v.string()),
  papers: v.array(paper),
  target: v.nullable(count),
  topics: v.array(
    v.object({ ...topicName, points: v.array(v.object({ right: count, total: count })) }),
  ),
  weak: v.nullable(
    v.object({
      papers: count,
      marks,
      topics: v.array(v.object({ ...topicName, marks, questions: count })),
    }),
  ),
  pace: v.nullable(
    v.object({
      attempt: v.string(),
      intervals: v.array(
        v.object({ fromMinute: count, toMinute: count, right: count, wrong: count, marks }),
      ),
    }),
  ),
  distribution: v.nullable(
    v.object({ attempt: v.string(), bins: v.array(count), own: count, count, below: count }),
  ),
  days: v.array(v.object({ on: day, ms: count })),
  today: day,
})

export const progressBody = dataBody(progress)

/** The reader's aim in an exam, in percent of the marks; null removes it. */
export const targetRequest = requestBody({
  exam: slug,
  percent: v.nullable(
    v.pipe(
      v.number('percent must be a number'),
      v.integer('percent must be whole'),
      v.minValue(1, 'percent is at least 1'),
      v.maxValue(100, 'percent is at most 100'),
    ),
  ),
})

export const drillRequest = requestBody({ exam: slug })

export const drillAnswers = requestBody({
  answers: v.pipe(
    integersByKey('answers must be indexes by question', 0),
    v.maxEntries(10, 'answers are at most 10'),
  ),
})

/** A question of a drill. `accepted`, `chosen` and `explanation` are empty until it is answered. */
export const drillQuestion = v.object({
  id: v.string(),
  locale,
  stem: v.string(),
  options: v.array(v.string()),
  figure: v.nullable(cardFigure),
  topics: v.array(v.string()),
  testTitle: v.string(),
  chosen: v.nullable(count),
  accepted: v.array(count),
  outcome: v.nullable(v.picklist(['right', 'wrong', 'blank'])),
  explanation: v.nullable(localizedText),
})

/** Ten questions of the reader's own papers. `submittedAt`: null until they are answered. */
export const drill = v.object({
  id: v.string(),
  exam: v.string(),
  createdAt: time,
  submittedAt: v.nullable(time),
  questions: v.array(drillQuestion),
})
