import * as v from 'valibot'
import * as journal from '../../domain/contracts/attempt-journal.ts'
import * as contracts from '../../domain/contracts/attempts.ts'
import { dataBody, listBody } from '../../domain/contracts/bodies.ts'
import { locale } from '../../domain/contracts/fields.ts'
import { testResult } from '../../domain/contracts/results.ts'
import type { Operations, RequestContent } from '../openapi/operation.ts'
import { attemptId, listParameters } from '../openapi/parameters.ts'

const body = (schema: v.GenericSchema, maxBytes?: number): RequestContent => ({
  schema,
  fields: 'in-body-or-data',
  isFormAllowed: false,
  ...(maxBytes !== undefined && { maxBytes }),
})
const journalBytes = 262_144
const attemptsPath = '/api/user-test-progresses'
const path = { id: attemptId }
const attempt = (description: string) => ({ description, schema: contracts.attemptBody })
const notFound = 'The caller has no such attempt.'
const notSubmitted = 'NotSubmitted: keys and marks are available after the submission only.'
const noQuestion = 'The caller has no such attempt, or the paper has no such question.'
const notWritable = 'The attempt is not the caller’s, and carryKey is not its carry key.'

/** Calls about attempts at tests. */
export const attemptOperations: Operations = {
  [`POST ${attemptsPath}` as const]: {
    operationId: 'startAttempt',
    summary: 'Starts an attempt at a test; the same id again returns the same attempt.',
    caller: 'guest-or-member',
    body: body(contracts.startRequest),
    answers: {
      200: attempt('The attempt existed already.'),
      201: attempt('The attempt is started.'),
    },
    refusals: {
      403: 'PremiumRequired, with details.reason: sign-in, plan or free-test-available.',
      404: 'There is no such test, or the id is of another owner’s attempt.',
    },
  },
  [`GET ${attemptsPath}` as const]: {
    operationId: 'ownAttempts',
    summary: 'The caller’s attempts, the latest first.',
    caller: 'guest-or-member',
    query: {
      filters: listParameters.filters!,
      sort: listParameters.sort!,
      pagination: listParameters.pagination!,
    },
    answers: { 200: { description: 'A page.', schema: contracts.attemptPage } },
    refusals: { 400: 'Attempts cannot be filtered or sorted by this field.' },
  },
  [`POST ${attemptsPath}/form` as const]: {
    operationId: 'submitForm',
    summary: 'Submits the answers to a whole paper, as an HTML form sends them; once.',
    caller: 'guest-or-member',
    body: body(contracts.formRequest, 65_536),
    answers: {
      200: attempt('The attempt was submitted before.'),
      201: attempt('It is submitted.'),
    },
    refusals: {
      403: 'PremiumRequired, with details.reason.',
      404: 'There is no such test.',
      409: 'PaperChanged: the paper has changed, and the form does not identify its options.',
      503: 'Answers are still arriving; send it again.',
    },
  },
  [`POST ${attemptsPath}/claim` as const]: {
    operationId: 'claimGuest',
    summary: 'Moves the attempts, reports and study logs of a guest to the member who calls.',
    caller: 'member',
    body: body(contracts.claimRequest),
    answers: {
      200: { description: 'The number of moved attempts.', schema: dataBody(contracts.claimed) },
    },
  },
  [`GET ${attemptsPath}/{id}` as const]: {
    operationId: 'attemptById',
    summary: 'An attempt of the caller.',
    caller: 'guest-or-member',
    path,
    answers: { 200: attempt('The attempt.') },
    refusals: { 404: notFound },
  },
  [`GET ${attemptsPath}/{id}/paper` as const]: {
    operationId: 'paperOfAttempt',
    summary: 'The version of the paper that the attempt is about, without keys.',
    caller: 'guest-or-member',
    path,
    answers: { 200: { description: 'The paper.', schema: dataBody(contracts.paperVersion) } },
    refusals: { 404: notFound },
  },
  [`GET ${attemptsPath}/{id}/result` as const]: {
    operationId: 'resultOfAttempt',
    summary: 'The result of a submitted attempt, by the rulings of this moment.',
    caller: 'guest-or-member',
    path,
    query: {
      locale: {
        description: 'The language of names and reasons; absent: the attempt’s.',
        schema: locale,
      },
    },
    answers: { 200: { description: 'The result.', schema: dataBody(testResult) } },
    refusals: { 403: notSubmitted, 404: notFound },
  },
  [`GET ${attemptsPath}/{id}/events` as const]: {
    operationId: 'eventsOfAttempt',
    summary: 'The counted events of the journal that arrived after a number.',
    caller: 'guest-or-member',
    path,
    query: {
      after: {
        description: '`next` of the previous answer; absent: all events.',
        schema: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
      },
    },
    answers: { 200: { description: 'Events.', schema: dataBody(journal.journalPage) } },
    refusals: { 404: notFound },
  },
  [`POST ${attemptsPath}/{id}/events` as const]: {
    operationId: 'sendEvents',
    summary: 'Adds events to the journal, each once; says of each what became of it.',
    caller: 'guest-or-member',
    path,
    body: body(contracts.eventsRequest, journalBytes),
    answers: {
      200: { description: 'The acknowledgement.', schema: dataBody(journal.acknowledgement) },
    },
    refusals: { 404: 'Neither an attempt of the caller nor one that the carry key opens.' },
  },
  [`POST ${attemptsPath}/{id}/submit` as const]: {
    operationId: 'submitAttempt',
    summary: 'Stores events and submits the attempt, once; a repeated call returns the same.',
    caller: 'guest-or-member',
    path,
    body: body(contracts.submitRequest, journalBytes),
    answers: { 200: attempt('It is submitted.') },
    refusals: {
      404: notWritable,
      503: 'Answers are still arriving; submit again.',
    },
  },
  [`POST ${attemptsPath}/{id}/reveal` as const]: {
    operationId: 'revealKey',
    summary: 'In practice mode: the key of a question; its saved answer is final afterwards.',
    caller: 'guest-or-member',
    path,
    body: body(contracts.revealRequest, journalBytes),
    answers: { 200: { description: 'The key.', schema: dataBody(contracts.revealed) } },
    refusals: { 403: notSubmitted, 404: noQuestion },
  },
  [`GET ${attemptsPath}/{id}/history` as const]: {
    operationId: 'answerHistory',
    summary: 'What happened to the answers: the journal by device and time, and what counts.',
    caller: 'guest-or-member',
    path,
    query: {
      page: {
        description: 'From 1, of 200 entries each; absent: the first.',
        schema: v.pipe(v.string(), v.regex(/^\d{1,6}$/)),
      },
      entries: {
        description: '"all": also visits, and taps that were saved, while they are kept (`full`).',
        schema: v.literal('all'),
      },
    },
    answers: { 200: { description: 'The history.', schema: dataBody(journal.answerHistory) } },
    refusals: { 404: notFound },
  },
  [`POST ${attemptsPath}/{id}/choose` as const]: {
    operationId: 'chooseAnswer',
    summary: 'Chooses the other of two devices’ answers to a question; again changes nothing.',
    caller: 'guest-or-member',
    path,
    body: body(journal.choiceRequest),
    answers: { 200: { description: 'What is left.', schema: dataBody(journal.chosen) } },
    refusals: {
      404: 'No such attempt of the caller, or no such replaced answer.',
      409: 'AttemptOver: it is submitted, or its time is over.',
    },
  },
  'GET /api/practice-tests/get-explanation': {
    operationId: 'explanations',
    summary: 'Keys and explanations: after the submission, or of revealed questions in practice.',
    caller: 'guest-or-member',
    query: {
      attempt: attemptId,
      id: { description: 'Only this question.', schema: v.string() },
      locale: {
        description: 'The language of the explanations; absent: the attempt’s.',
        schema: locale,
      },
    },
    answers: { 200: { description: 'The questions.', schema: listBody(contracts.explained) } },
    refusals: { 403: notSubmitted, 404: noQuestion },
  },
}
