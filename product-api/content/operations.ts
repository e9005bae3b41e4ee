import * as v from 'valibot'
import { dataBody, listBody, pageBody } from '../../domain/contracts/bodies.ts'
import { contentIndex } from '../../domain/contracts/content-index.ts'
import * as contracts from '../../domain/contracts/content.ts'
import { slug } from '../../domain/contracts/fields.ts'
import { solvedQuestion } from '../../domain/contracts/solved-sample.ts'
import type { Operation, Operations } from '../openapi/operation.ts'
import { anyLocale } from '../openapi/parameters.ts'

type ContentSchema = Parameters<typeof contracts.selection>[0]

/** The list and the single read of a content type. */
const collection = (path: string, operationId: string, schema: ContentSchema): Operations => ({
  [`GET ${path}` as const]: {
    operationId: `${operationId}List`,
    summary: 'One page of documents, in one language.',
    caller: 'anyone',
    hasListQuery: true,
    isRateLimited: true,
    answers: { 200: { description: 'A page.', schema: pageBody(contracts.selection(schema)) } },
  } satisfies Operation,
  [`GET ${path}/{documentId}` as const]: {
    operationId,
    summary: 'One document, in one language.',
    caller: 'anyone',
    hasListQuery: true,
    isRateLimited: true,
    path: { documentId: { description: 'Its documentId.', schema: v.string(), isRequired: true } },
    answers: {
      200: { description: 'The document.', schema: dataBody(contracts.selection(schema)) },
    },
    refusals: { 404: 'There is no such document in that language.' },
  } satisfies Operation,
})

/** Calls that read content. */
export const contentOperations: Operations = {
  ...collection('/api/states', 'state', contracts.state),
  ...collection('/api/categories', 'category', contracts.category),
  ...collection('/api/tags', 'tag', contracts.tag),
  ...collection('/api/pages', 'page', contracts.page),
  ...collection('/api/pattern-sheets', 'patternSheet', contracts.patternSheet),
  ...collection('/api/practice-tests', 'practiceTest', contracts.practiceTest),
  ...collection('/api/flash-cards', 'flashCard', contracts.flashCard),
  ...collection('/api/subscription-plans', 'subscriptionPlan', contracts.subscriptionPlan),
  'GET /api/content-index': {
    operationId: 'contentIndex',
    summary: 'Which papers, pages, days and topics exist, with their titles and descriptions.',
    caller: 'anyone',
    answers: { 200: { description: 'The newest of each kind.', schema: contentIndex } },
  },
  'GET /api/i18n/locales': {
    operationId: 'locales',
    summary: 'The languages of the content.',
    caller: 'anyone',
    answers: {
      200: { description: 'A bare array.', schema: v.array(contracts.contentLocale) },
    },
  },
  'GET /api/solved-samples': {
    operationId: 'solvedSample',
    summary: 'Two questions of a premium paper with their keys and explanations, for everybody.',
    caller: 'anyone',
    query: {
      test: { description: 'The slug of the paper.', schema: slug, isRequired: true },
      locale: anyLocale,
    },
    answers: { 200: { description: 'None of a free paper.', schema: listBody(solvedQuestion) } },
  },
  'GET /figures/{name}': {
    operationId: 'figure',
    summary: 'A figure. Its file name changes when the figure changes.',
    caller: 'public',
    path: { name: { description: 'The file name.', schema: v.string(), isRequired: true } },
    answers: { 200: { description: 'The figure.', schema: null, contentType: 'image/*' } },
    refusals: { 404: 'There is no such figure.' },
  },
}
