import { dataBody, okBody } from '../../domain/contracts/bodies.ts'
import * as contracts from '../../domain/contracts/inbox.ts'
import type { Operations } from '../openapi/operation.ts'

const answers = {
  201: { description: 'The message is stored.', schema: dataBody(contracts.storedMessage) },
}

/** Calls that send something to the operators. */
export const inboxOperations: Operations = {
  'POST /api/feedbacks': {
    operationId: 'sendFeedback',
    summary: 'A message from a reader.',
    caller: 'anyone',
    body: { schema: contracts.feedbackRequest, fields: 'in-body', isFormAllowed: false },
    answers,
    isRateLimited: true,
  },
  'POST /api/front-end-logs': {
    operationId: 'sendFrontEndLog',
    summary: 'A script error in a reader’s browser.',
    caller: 'anyone',
    body: { schema: contracts.frontEndLogRequest, fields: 'in-body', isFormAllowed: false },
    answers,
  },
  'POST /api/csp-reports': {
    operationId: 'countCspReports',
    summary: 'Counts what browsers refused because of the Content-Security-Policy, by day.',
    caller: 'anyone',
    body: { schema: contracts.cspReportsRequest, fields: 'in-body', isFormAllowed: false },
    answers: { 200: { description: 'They are counted.', schema: okBody } },
    isRateLimited: true,
  },
  'POST /api/nextroute': {
    operationId: 'sendNextRoute',
    summary: 'A page that failed to load, or a broken link.',
    caller: 'anyone',
    body: { schema: contracts.nextRouteRequest, fields: 'in-body', isFormAllowed: false },
    answers,
  },
}
