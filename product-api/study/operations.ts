import * as v from 'valibot'
import { dataBody, listBody } from '../../domain/contracts/bodies.ts'
import { day } from '../../domain/contracts/fields.ts'
import { drill, drillAnswers, drillRequest } from '../../domain/contracts/progress.ts'
import * as contracts from '../../domain/contracts/study.ts'
import type { Operations, RequestContent } from '../openapi/operation.ts'
import { anyLocale } from '../openapi/parameters.ts'
import { ownCardOperations } from './own-card-operations.ts'

const body = (schema: v.GenericSchema, maxBytes?: number): RequestContent => ({
  schema,
  fields: 'in-body-or-data',
  isFormAllowed: false,
  ...(maxBytes !== undefined && { maxBytes }),
})
const date = {
  date: { description: 'The day: 2026-11-21.', schema: day, isRequired: true },
} as const
const locale = { locale: anyLocale }
const drillId = {
  id: { description: 'The drill’s id.', schema: v.pipe(v.string(), v.uuid()), isRequired: true },
} as const

/** Calls about quizzes, cards and study plans. */
export const studyOperations: Operations = {
  'GET /api/quizzes/{date}': {
    operationId: 'quiz',
    summary: 'The questions about a day of current affairs, without keys.',
    caller: 'anyone',
    path: date,
    query: locale,
    answers: { 200: { description: 'The questions.', schema: listBody(contracts.quizQuestion) } },
    refusals: { 404: 'The path is not a date.' },
  },
  'POST /api/quizzes/{date}': {
    operationId: 'markQuiz',
    summary: 'Marks the answers to a day’s quiz; nothing is stored.',
    caller: 'anyone',
    path: date,
    body: body(contracts.quizRequest),
    answers: {
      200: { description: 'The marked questions.', schema: listBody(contracts.markedQuizQuestion) },
    },
    refusals: { 404: 'There are no questions about the day.' },
  },
  'POST /api/card-reviews': {
    operationId: 'sendReviews',
    summary: 'Stores reviews of cards in the caller’s log, each once.',
    caller: 'guest-or-member',
    body: body(contracts.reviewsRequest, 131_072),
    answers: {
      200: { description: 'Which reviews are stored.', schema: dataBody(contracts.storedReviews) },
    },
  },
  'GET /api/card-reviews': {
    operationId: 'ownReviews',
    summary: 'The caller’s reviews that arrived after a number, from every device.',
    caller: 'guest-or-member',
    query: {
      after: {
        description: '`next` of the previous answer; absent: 0.',
        schema: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
      },
    },
    answers: { 200: { description: 'Reviews.', schema: dataBody(contracts.reviewLog) } },
    refusals: { 400: '`after` is not a number.' },
  },
  'GET /api/user-cards': {
    operationId: 'ownCards',
    summary: 'The caller’s cards: due now, or wrong questions. Empty without a token.',
    caller: 'anyone',
    query: {
      of: {
        description: 'due: cards to review now; wrong: questions answered wrong; absent: wrong.',
        schema: v.picklist(['due', 'wrong']),
      },
      ...locale,
    },
    answers: { 200: { description: 'Cards and counts.', schema: contracts.userCards } },
  },
  'POST /api/user-drills': {
    operationId: 'createDrill',
    summary: 'Makes ten questions of the caller’s own papers, from the topics that cost the most.',
    caller: 'guest-or-member',
    query: locale,
    body: body(drillRequest),
    answers: { 201: { description: 'The drill.', schema: dataBody(drill) } },
    refusals: { 404: 'Nothing was missed in the exam.' },
  },
  'GET /api/user-drills/{id}': {
    operationId: 'ownDrill',
    summary: 'A drill of the caller; with keys after it was answered.',
    caller: 'guest-or-member',
    path: drillId,
    query: locale,
    answers: { 200: { description: 'The drill.', schema: dataBody(drill) } },
    refusals: { 404: 'The caller has no such drill.' },
  },
  'POST /api/user-drills/{id}/answers': {
    operationId: 'answerDrill',
    summary: 'Marks the answers to a drill, once; each is also a review of the question’s card.',
    caller: 'guest-or-member',
    path: drillId,
    query: locale,
    body: body(drillAnswers),
    answers: { 200: { description: 'The marked drill.', schema: dataBody(drill) } },
    refusals: { 404: 'The caller has no such drill.' },
  },
  ...ownCardOperations,
  'GET /api/study-plans': {
    operationId: 'studyPlans',
    summary: 'The 30-day study plans.',
    caller: 'anyone',
    query: locale,
    answers: { 200: { description: 'The plans.', schema: listBody(contracts.planSummary) } },
  },
  'GET /api/study-plans/{slug}': {
    operationId: 'studyPlan',
    summary: 'A study plan with its 30 days.',
    caller: 'anyone',
    path: { slug: { description: 'The plan’s slug.', schema: v.string(), isRequired: true } },
    query: locale,
    answers: { 200: { description: 'The plan.', schema: dataBody(contracts.studyPlan) } },
    refusals: { 404: 'There is no such plan.' },
  },
  'GET /api/user-study-plan': {
    operationId: 'ownStudyPlan',
    summary: 'The caller’s study plan with its progress as of today; null: no plan.',
    caller: 'anyone',
    query: locale,
    answers: { 200: { description: 'The plan.', schema: contracts.ownPlanBody } },
  },
  'POST /api/user-study-plan/events': {
    operationId: 'sendPlanEvents',
    summary: 'Stores events of a study plan (started, task done), each once.',
    caller: 'guest-or-member',
    body: body(contracts.planEventsRequest),
    answers: {
      200: {
        description: 'The ids of the stored events.',
        schema: dataBody(contracts.acknowledged),
      },
    },
  },
}
