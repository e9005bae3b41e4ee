import * as v from 'valibot'
import { dataBody, listBody } from '../../domain/contracts/bodies.ts'
import { day } from '../../domain/contracts/fields.ts'
import * as contracts from '../../domain/contracts/study.ts'
import type { Operations, RequestContent } from '../openapi/operation.ts'
import { anyLocale } from '../openapi/parameters.ts'

const body = (schema: v.GenericSchema, maxBytes?: number): RequestContent => ({
  schema,
  fields: 'in-body-or-data',
  isFormAllowed: false,
  ...(maxBytes !== undefined && { maxBytes }),
})
const date = { date: { description: 'A day: 2026-11-21.', schema: day, isRequired: true } } as const
const locale = { locale: anyLocale }

/** Quizzes, cards and plans of study. */
export const studyOperations: Operations = {
  'GET /api/quizzes/{date}': {
    operationId: 'quiz',
    summary: 'The questions about a day of current affairs, without keys.',
    caller: 'anyone',
    path: date,
    query: locale,
    answers: { 200: { description: 'The questions.', schema: listBody(contracts.quizQuestion) } },
    refusals: { 404: 'The path is no date.' },
  },
  'POST /api/quizzes/{date}': {
    operationId: 'markQuiz',
    summary: 'Marks the answers to a day’s quiz; nothing is stored.',
    caller: 'anyone',
    path: date,
    body: body(contracts.quizRequest),
    answers: {
      200: { description: 'Marked.', schema: listBody(contracts.markedQuizQuestion) },
    },
    refusals: { 404: 'Nothing is asked about the day.' },
  },
  'POST /api/card-reviews': {
    operationId: 'sendReviews',
    summary: 'Adds reviews of cards to the caller’s log, each once.',
    caller: 'guest-or-member',
    body: body(contracts.reviewsRequest, 131_072),
    answers: {
      200: { description: 'What was stored.', schema: dataBody(contracts.reviewsKept) },
    },
  },
  'GET /api/card-reviews': {
    operationId: 'ownReviews',
    summary: 'The caller’s reviews that arrived after a number, from every device.',
    caller: 'guest-or-member',
    query: {
      after: {
        description: 'The `next` of the answer before; absent: 0.',
        schema: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
      },
    },
    answers: { 200: { description: 'Reviews.', schema: dataBody(contracts.reviewLog) } },
    refusals: { 400: '`after` is no number.' },
  },
  'GET /api/user-cards': {
    operationId: 'ownCards',
    summary: 'The caller’s cards: due now, or questions that went wrong. A visitor has none.',
    caller: 'anyone',
    query: {
      of: { description: 'due, or wrong; absent: wrong.', schema: v.picklist(['due', 'wrong']) },
      ...locale,
    },
    answers: { 200: { description: 'Cards and counts.', schema: contracts.userCards } },
  },
  'GET /api/study-plans': {
    operationId: 'studyPlans',
    summary: 'The plans of thirty days.',
    caller: 'anyone',
    query: locale,
    answers: { 200: { description: 'The plans.', schema: listBody(contracts.planSummary) } },
  },
  'GET /api/study-plans/{slug}': {
    operationId: 'studyPlan',
    summary: 'A plan with its thirty days.',
    caller: 'anyone',
    path: { slug: { description: 'The plan.', schema: v.string(), isRequired: true } },
    query: locale,
    answers: { 200: { description: 'The plan.', schema: dataBody(contracts.studyPlan) } },
    refusals: { 404: 'There is no such plan.' },
  },
  'GET /api/user-study-plan': {
    operationId: 'ownStudyPlan',
    summary: 'The plan that the caller follows, as it is today; null: none.',
    caller: 'anyone',
    query: locale,
    answers: { 200: { description: 'The plan.', schema: contracts.ownPlanBody } },
  },
  'POST /api/user-study-plan/events': {
    operationId: 'sendPlanEvents',
    summary: 'Stores what was done with a plan, each event once.',
    caller: 'guest-or-member',
    body: body(contracts.planEventsRequest),
    answers: { 200: { description: 'Stored.', schema: dataBody(contracts.acknowledged) } },
  },
}
