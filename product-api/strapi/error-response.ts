import type { Context } from 'hono'
import * as v from 'valibot'
import { retryDetails } from '../../domain/contracts/errors.ts'
import type { Refusal } from './errors.ts'

/** The response to a refusal: Strapi's error body, with Retry-After if its details have
 *  retryAfterSeconds. */
export function errorResponse(c: Context, { body }: Refusal): Response {
  const retry = v.safeParse(retryDetails, body.error.details)
  if (retry.success) c.header('Retry-After', String(Math.ceil(retry.output.retryAfterSeconds)))
  // Hono's types do not include status 499.
  return c.json(body, body.error.status as 400)
}
