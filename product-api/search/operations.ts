import * as v from 'valibot'
import { searchResults } from '../../domain/contracts/search.ts'
import type { Operations } from '../openapi/operation.ts'
import { anyLocale } from '../openapi/parameters.ts'

export const searchOperations: Operations = {
  'GET /api/search': {
    operationId: 'search',
    summary: 'Papers, questions, cards and pages that match a query, best first.',
    caller: 'anyone',
    query: {
      q: {
        description: 'The search text; only its first 100 characters are used.',
        schema: v.string(),
      },
      locale: anyLocale,
    },
    answers: { 200: { description: 'At most 40 results.', schema: searchResults } },
    refusals: { 503: 'Too many search at once; Retry-After says when to try again.' },
  },
}
