import * as v from 'valibot'
import { dataBody, okBody } from '../../domain/contracts/bodies.ts'
import { count } from '../../domain/contracts/fields.ts'
import * as contracts from '../../domain/contracts/own-cards.ts'
import type { Operations, RequestContent } from '../openapi/operation.ts'
import { anyLocale } from '../openapi/parameters.ts'

const body = (schema: v.GenericSchema, maxBytes?: number): RequestContent => ({
  ...{ schema, fields: 'in-body-or-data', isFormAllowed: false },
  ...(maxBytes !== undefined && { maxBytes }),
})
const done = { 200: { description: 'Done.', schema: okBody } }
const questionId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/))
const question = {
  question: { description: 'The question’s documentId.', schema: questionId, isRequired: true },
} as const
const kept = v.object({ data: v.array(contracts.bookmark), meta: v.object({ total: count }) })

/** Calls about cards that readers write and questions that they keep. */
export const ownCardOperations: Operations = {
  'GET /api/user-own-cards': {
    operationId: 'writtenCards',
    summary: 'The cards that the caller wrote or imported.',
    caller: 'guest-or-member',
    answers: { 200: { description: 'The cards.', schema: contracts.writtenCards } },
  },
  'POST /api/user-own-cards': {
    operationId: 'addCards',
    summary: 'Adds cards, each once, up to 2,000.',
    caller: 'guest-or-member',
    body: body(contracts.newCardsRequest, 262_144),
    answers: { 200: { description: 'How many.', schema: dataBody(contracts.addedCards) } },
  },
  'DELETE /api/user-own-cards/{id}': {
    operationId: 'deleteCard',
    summary: 'Deletes a card that the caller wrote.',
    caller: 'guest-or-member',
    path: {
      id: { description: 'The card’s id.', schema: contracts.ownCardId, isRequired: true },
    },
    answers: done,
    refusals: { 404: 'The caller has no such card.' },
  },
  'GET /api/user-bookmarks': {
    operationId: 'bookmarks',
    summary: 'The questions that the caller keeps, with keys and notes, the latest first.',
    caller: 'guest-or-member',
    query: {
      locale: anyLocale,
      offset: {
        description: 'How many to leave out; absent: 0.',
        schema: v.pipe(v.string(), v.regex(/^\d{1,5}$/)),
      },
    },
    answers: { 200: { description: 'The questions.', schema: kept } },
    refusals: { 400: '`offset` is not a number.' },
  },
  'POST /api/user-bookmarks': {
    operationId: 'addBookmark',
    summary: 'Keeps a question of an attempt that the caller has submitted.',
    caller: 'guest-or-member',
    body: body(contracts.bookmarkRequest),
    answers: done,
    refusals: { 404: 'The caller has submitted no such attempt with this question.' },
  },
  'PUT /api/user-bookmarks/{question}': {
    operationId: 'writeNote',
    summary: 'Writes the note of a question that the caller keeps.',
    caller: 'guest-or-member',
    path: question,
    body: body(contracts.noteRequest),
    answers: done,
    refusals: { 404: 'The caller does not keep this question.' },
  },
  'DELETE /api/user-bookmarks/{question}': {
    operationId: 'deleteBookmark',
    summary: 'Keeps a question no longer.',
    caller: 'guest-or-member',
    path: question,
    answers: done,
    refusals: { 404: 'The caller does not keep this question.' },
  },
}
