import type { Context } from 'hono'
import * as v from 'valibot'
import { retryDetails } from '../../domain/contracts/errors.ts'
import type { Refusal } from './errors.ts'

/** The one way in which a refusal is answered: Strapi's error body, and Retry-After where its
 *  details say when to try again. */
export function errorResponse(c: Context, { body }: Refusal): Response {
  const retry = v.safeParse(retryDetails, body.error.details)
  if (retry.success) c.header('Retry-After', String(Math.ceil(retry.output.retryAfterSeconds)))
  // Hono's types know no status 499.
  return c.json(body, body.error.status as 400)
}
