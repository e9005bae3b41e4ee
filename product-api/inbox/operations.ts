import { dataBody } from '../../domain/contracts/bodies.ts'
import * as contracts from '../../domain/contracts/inbox.ts'
import type { Operations } from '../openapi/operation.ts'

const answers = {
  201: { description: 'It is stored.', schema: dataBody(contracts.storedMessage) },
}

/** What readers and their browsers send to the operators. */
export const inboxOperations: Operations = {
  'POST /api/feedbacks': {
    operationId: 'sendFeedback',
    summary: 'A message of a reader.',
    caller: 'anyone',
    body: { schema: contracts.feedbackRequest, fields: 'in-body', isFormAllowed: false },
    answers,
    isRateLimited: true,
  },
  'POST /api/front-end-logs': {
    operationId: 'sendFrontEndLog',
    summary: 'A crash that a reader saw.',
    caller: 'anyone',
    body: { schema: contracts.frontEndLogRequest, fields: 'in-body', isFormAllowed: false },
    answers,
  },
  'POST /api/nextroute': {
    operationId: 'sendNextRoute',
    summary: 'A page that could not be shown, or a link that failed.',
    caller: 'anyone',
    body: { schema: contracts.nextRouteRequest, fields: 'in-body', isFormAllowed: false },
    answers,
  },
}
