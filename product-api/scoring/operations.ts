import { dataBody, listBody } from '../../domain/contracts/bodies.ts'
import { questionReport, questionReportRequest } from '../../domain/contracts/question-reports.ts'
import { topicResult } from '../../domain/contracts/results.ts'
import type { Operations } from '../openapi/operation.ts'
import { anyLocale } from '../openapi/parameters.ts'

const report = dataBody(questionReport)

/** What follows from submitted tests. */
export const scoringOperations: Operations = {
  'GET /api/user-topics': {
    operationId: 'ownTopics',
    summary: 'How well the caller knows each topic, weakest first.',
    caller: 'guest-or-member',
    query: { locale: anyLocale },
    answers: { 200: { description: 'The topics.', schema: listBody(topicResult) } },
  },
  'GET /api/question-reports': {
    operationId: 'ownQuestionReports',
    summary: 'What the caller has reported and what came of it, newest first.',
    caller: 'guest-or-member',
    query: { locale: anyLocale },
    answers: { 200: { description: 'The reports.', schema: listBody(questionReport) } },
  },
  'POST /api/question-reports': {
    operationId: 'reportQuestion',
    summary: 'Says what is wrong with a question; the same again, while open, is one report.',
    caller: 'guest-or-member',
    body: {
      schema: questionReportRequest,
      fields: 'in-body-or-data',
      isFormAllowed: false,
    },
    answers: {
      200: { description: 'It was reported before.', schema: report },
      201: { description: 'It is stored.', schema: report },
    },
    refusals: { 404: 'There is no such question.' },
    isRateLimited: true,
  },
}
