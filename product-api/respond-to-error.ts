import type { Context } from 'hono'
import { errorResponse } from './strapi/error-response.ts'
import { Refusal } from './strapi/errors.ts'

/** For `onError`: the body of a refusal, and 500 for a bug, which is logged. */
export function respondToError(error: Error, c: Context): Response {
  if (error instanceof Refusal) return errorResponse(c, error)
  console.error(
    JSON.stringify({
      at: 'product-api',
      requestId: c.req.header('x-request-id'),
      error: String(error),
      stack: error.stack,
    }),
  )
  return errorResponse(c, new Refusal(500, 'InternalServerError', 'Internal Server Error'))
}
