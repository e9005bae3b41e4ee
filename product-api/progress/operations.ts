import { okBody } from '../../domain/contracts/bodies.ts'
import { slug } from '../../domain/contracts/fields.ts'
import { progressBody, targetRequest } from '../../domain/contracts/progress.ts'
import type { Operations } from '../openapi/operation.ts'
import { anyLocale } from '../openapi/parameters.ts'

/** Calls about the caller's progress. */
export const progressOperations: Operations = {
  'GET /api/user-progress': {
    operationId: 'ownProgress',
    summary: 'Scores, topics, pace, distribution and days of study of the caller in one exam.',
    caller: 'guest-or-member',
    query: {
      exam: { description: 'Its slug; absent: that of the latest paper.', schema: slug },
      locale: anyLocale,
    },
    answers: { 200: { description: 'The progress.', schema: progressBody } },
  },
  'POST /api/user-progress/target': {
    operationId: 'setTarget',
    summary: 'Sets the caller’s aim in an exam, in percent of the marks; null removes it.',
    caller: 'guest-or-member',
    body: { schema: targetRequest, fields: 'in-body-or-data', isFormAllowed: false },
    answers: { 200: { description: 'Done.', schema: okBody } },
  },
}
