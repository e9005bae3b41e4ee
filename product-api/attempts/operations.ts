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
const notOwn = 'The caller has no such attempt.'
const notSubmitted = 'NotSubmitted: keys and marks come after the submission.'

/** Taking tests. */
export const attemptOperations: Operations = {
  [`POST ${attemptsPath}` as const]: {
    operationId: 'startAttempt',
    summary: 'Begins a test; the same id again is the same attempt.',
    caller: 'guest-or-member',
    body: body(contracts.startRequest),
    answers: { 200: attempt('It existed already.'), 201: attempt('It begins.') },
    refusals: {
      403: 'PremiumRequired, with details.reason: sign-in, plan or free-test-available.',
      404: 'There is no such test.',
      409: 'The id belongs to somebody else.',
    },
  },
  [`GET ${attemptsPath}` as const]: {
    operationId: 'ownAttempts',
    summary: 'What the caller has begun, the latest first.',
    caller: 'guest-or-member',
    query: {
      filters: listParameters.filters!,
      sort: listParameters.sort!,
      pagination: listParameters.pagination!,
    },
    answers: { 200: { description: 'A page.', schema: contracts.attemptPage } },
    refusals: { 400: 'A field that attempts cannot be asked by.' },
  },
  [`POST ${attemptsPath}/form` as const]: {
    operationId: 'submitForm',
    summary: 'A whole paper, sent at once by a browser without script; submitted once.',
    caller: 'guest-or-member',
    body: body(contracts.formRequest, 65_536),
    answers: { 200: attempt('It was submitted before.'), 201: attempt('It is submitted.') },
    refusals: {
      403: 'PremiumRequired, with details.reason.',
      404: 'There is no such test.',
      409: 'PaperChanged: the paper has changed since the form was shown, and the form names no options.',
      503: 'Answers are still arriving; send it again.',
    },
  },
  [`POST ${attemptsPath}/claim` as const]: {
    operationId: 'claimGuest',
    summary: 'What a guest did becomes the member’s who calls.',
    caller: 'member',
    body: body(contracts.claimRequest),
    answers: {
      200: { description: 'How many attempts moved.', schema: dataBody(contracts.claimed) },
    },
  },
  [`GET ${attemptsPath}/{id}` as const]: {
    operationId: 'attemptById',
    summary: 'An attempt of the caller.',
    caller: 'guest-or-member',
    path,
    answers: { 200: attempt('The attempt.') },
    refusals: { 404: notOwn },
  },
  [`GET ${attemptsPath}/{id}/paper` as const]: {
    operationId: 'paperOfAttempt',
    summary: 'The paper as it was when the attempt began, without keys.',
    caller: 'guest-or-member',
    path,
    answers: { 200: { description: 'The paper.', schema: dataBody(contracts.paperVersion) } },
    refusals: { 404: notOwn },
  },
  [`GET ${attemptsPath}/{id}/result` as const]: {
    operationId: 'resultOfAttempt',
    summary: 'Score, sections, topics, questions and all that follows, by today’s rulings.',
    caller: 'guest-or-member',
    path,
    query: {
      locale: { description: 'Of names and reasons; absent: the attempt’s.', schema: locale },
    },
    answers: { 200: { description: 'The result.', schema: dataBody(testResult) } },
    refusals: { 403: notSubmitted, 404: notOwn },
  },
  [`GET ${attemptsPath}/{id}/events` as const]: {
    operationId: 'eventsOfAttempt',
    summary: 'What counts of the journal and arrived after a number.',
    caller: 'guest-or-member',
    path,
    query: {
      after: {
        description: 'The `next` of the answer before; absent: all.',
        schema: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
      },
    },
    answers: { 200: { description: 'Events.', schema: dataBody(journal.journalPage) } },
    refusals: { 404: notOwn },
  },
  [`POST ${attemptsPath}/{id}/events` as const]: {
    operationId: 'sendEvents',
    summary: 'Adds events to the journal, each once; says of each what became of it.',
    caller: 'guest-or-member',
    path,
    body: body(contracts.eventsRequest, journalBytes),
    answers: { 200: { description: 'The delivery.', schema: dataBody(journal.delivery) } },
    refusals: { 404: 'Neither an attempt of the caller nor one that the carry key opens.' },
  },
  [`POST ${attemptsPath}/{id}/submit` as const]: {
    operationId: 'submitAttempt',
    summary: 'Stores events and submits, once; again, it gives the same answer.',
    caller: 'guest-or-member',
    path,
    body: body(contracts.submitRequest, journalBytes),
    answers: { 200: attempt('It is submitted.') },
    refusals: {
      404: 'Neither an attempt of the caller nor one that the carry key opens.',
      503: 'Answers are still arriving; submit again.',
    },
  },
  [`POST ${attemptsPath}/{id}/reveal` as const]: {
    operationId: 'revealKey',
    summary: 'In practice: shows the key of a question, whose saved answer stands from now on.',
    caller: 'guest-or-member',
    path,
    body: body(contracts.revealRequest, journalBytes),
    answers: { 200: { description: 'The key.', schema: dataBody(contracts.revealed) } },
    refusals: { 403: notSubmitted, 404: 'No such attempt of the caller, or no such question.' },
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
    },
    answers: { 200: { description: 'The history.', schema: dataBody(journal.answerHistory) } },
    refusals: { 404: notOwn },
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
    summary:
      'Keys and explanations of what is open: all after submission, in practice the revealed.',
    caller: 'guest-or-member',
    query: {
      attempt: attemptId,
      id: { description: 'One question alone.', schema: v.string() },
      locale: { description: 'Of the explanations; absent: the attempt’s.', schema: locale },
    },
    answers: { 200: { description: 'The questions.', schema: listBody(contracts.explained) } },
    refusals: { 403: notSubmitted, 404: 'No such attempt of the caller, or no such question.' },
  },
}
