import { dataBody } from '../../domain/contracts/bodies.ts'
import * as identity from '../../domain/contracts/identity.ts'
import * as contracts from '../../domain/contracts/privacy.ts'
import type { Operations } from '../openapi/operation.ts'

const choices = { description: 'What the member has decided.', schema: dataBody(contracts.privacy) }

/** Calls about age, consent and the nominee. */
export const privacyOperations: Operations = {
  'GET /api/privacy': {
    operationId: 'ownPrivacy',
    summary: 'The member’s age band, consent, parent and nominee.',
    caller: 'member',
    answers: { 200: choices },
  },
  'PUT /api/privacy': {
    operationId: 'updatePrivacy',
    summary: 'Changes them; what is absent stays. A minor does not become an adult by it.',
    caller: 'member',
    body: { schema: contracts.privacyChange, fields: 'in-body', isFormAllowed: false },
    answers: { 200: choices },
  },
  'POST /api/privacy/parent': {
    operationId: 'askParent',
    summary: 'Sends a code to the parent of a member under 18.',
    caller: 'member',
    body: { schema: contracts.parentRequest, fields: 'in-body', isFormAllowed: false },
    answers: { 200: { description: 'A code was sent.', schema: identity.contactCodeSent } },
    isRateLimited: true,
    refusals: { 503: 'No gateway is configured, or it does not answer.' },
  },
  'POST /api/privacy/parent/confirm': {
    operationId: 'confirmParent',
    summary: 'Records the parent’s consent by the code that the parent got.',
    caller: 'member',
    body: { schema: contracts.parentConfirmation, fields: 'in-body', isFormAllowed: false },
    answers: { 200: choices },
  },
}
