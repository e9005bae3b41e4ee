import * as v from 'valibot'
import { slug } from '../../domain/contracts/fields.ts'
import * as contracts from '../../domain/contracts/live-mocks.ts'
import { dataBody } from '../../domain/contracts/bodies.ts'
import type { Operations, Parameter } from '../openapi/operation.ts'

const mocks = '/api/live-mocks'
const mock: Parameter = { description: 'The slug of a live mock.', schema: slug, isRequired: true }
const entry: Parameter = {
  description: 'The id of an entry.',
  schema: v.pipe(v.string(), v.uuid()),
  isRequired: true,
}
const unknown = 'There is no such live mock.'
const beforeBell = 'BeforeBell, with details.leftMs: it has not begun.'
const notOut = 'ResultsNotOut, with details.resultsAt.'
const entryAnswer = (description: string) => ({ description, schema: contracts.liveEntryBody })

/** Calls about live mocks. */
export const liveMockOperations: Operations = {
  [`GET ${mocks}` as const]: {
    operationId: 'liveMocks',
    summary: 'The latest live mocks and those to come, the latest bell first.',
    caller: 'anyone',
    answers: { 200: { description: 'The list.', schema: contracts.liveMockList } },
  },
  [`GET ${mocks}/{slug}` as const]: {
    operationId: 'liveMock',
    summary: 'One live mock.',
    caller: 'anyone',
    path: { slug: mock },
    answers: { 200: { description: 'The live mock.', schema: contracts.liveMockBody } },
    refusals: { 404: unknown },
  },
  [`GET ${mocks}/{slug}/sealed` as const]: {
    operationId: 'sealedPaper',
    summary: 'The questions, encrypted; at any time.',
    caller: 'anyone',
    path: { slug: mock },
    answers: {
      200: {
        description: 'Base64 of the bytes that domain/live-mock/sealed-paper.ts describes.',
        schema: null,
        contentType: 'text/plain',
      },
    },
    refusals: { 404: unknown },
  },
  [`GET ${mocks}/{slug}/code` as const]: {
    operationId: 'openingCode',
    summary: 'The code that opens the sealed paper, from the bell on.',
    caller: 'anyone',
    path: { slug: mock },
    answers: { 200: { description: 'The code.', schema: dataBody(contracts.openingCode) } },
    refusals: { 404: unknown, 425: beforeBell },
  },
  [`GET ${mocks}/{slug}/entry` as const]: {
    operationId: 'ownLiveEntry',
    summary: 'The caller’s entry in a live mock.',
    caller: 'guest-or-member',
    path: { slug: mock },
    answers: { 200: entryAnswer('The entry.') },
    refusals: { 404: 'The caller has not entered it.' },
  },
  [`POST ${mocks}/{slug}/entries` as const]: {
    operationId: 'enterLiveMock',
    summary: 'Enters a live mock, once; until the bell, changes what the entry says.',
    caller: 'guest-or-member',
    path: { slug: mock },
    body: { schema: contracts.entryRequest, fields: 'in-body-or-data', isFormAllowed: false },
    answers: { 200: entryAnswer('The entry existed.'), 201: entryAnswer('It is made.') },
    refusals: {
      404: unknown,
      409: 'EntryClosed, with details.lastEntryAt: nobody can enter any more.',
    },
  },
  [`GET ${mocks}/entries/{id}` as const]: {
    operationId: 'liveEntry',
    summary: 'One of the caller’s entries, with the attempt as it will be.',
    caller: 'guest-or-member',
    path: { id: entry },
    answers: { 200: entryAnswer('The entry.') },
    refusals: { 404: 'The caller has no such entry.' },
  },
  [`POST ${mocks}/entries/{id}/start` as const]: {
    operationId: 'startLiveEntry',
    summary: 'Makes the attempt of an entry, after the bell; once.',
    caller: 'guest-or-member',
    path: { id: entry },
    answers: { 200: entryAnswer('The attempt exists.') },
    refusals: { 404: 'The caller has no such entry.', 425: beforeBell },
  },
  [`GET ${mocks}/{slug}/result` as const]: {
    operationId: 'liveResult',
    summary: 'The published distribution, with the caller’s place in it.',
    caller: 'anyone',
    path: { slug: mock },
    answers: { 200: { description: 'The result.', schema: contracts.liveResultBody } },
    refusals: { 404: unknown, 409: notOut },
  },
}
