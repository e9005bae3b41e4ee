import { dataBody, listBody } from '../../domain/contracts/bodies.ts'
import { questionReport, questionReportRequest } from '../../domain/contracts/question-reports.ts'
import { topicResult } from '../../domain/contracts/results.ts'
import type { Operations } from '../openapi/operation.ts'
import { anyLocale } from '../openapi/parameters.ts'

const report = dataBody(questionReport)

/** Calls about topics and reported questions. */
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
    summary: 'The caller’s reports of questions with their outcomes, newest first.',
    caller: 'guest-or-member',
    query: { locale: anyLocale },
    answers: { 200: { description: 'The reports.', schema: listBody(questionReport) } },
  },
  'POST /api/question-reports': {
    operationId: 'reportQuestion',
    summary: 'Reports an error in a question. A second report like an open one is not stored.',
    caller: 'guest-or-member',
    body: {
      schema: questionReportRequest,
      fields: 'in-body-or-data',
      isFormAllowed: false,
    },
    answers: {
      200: { description: 'The open report like it.', schema: report },
      201: { description: 'The report is stored.', schema: report },
    },
    refusals: { 404: 'There is no such question.' },
    isRateLimited: true,
  },
}
