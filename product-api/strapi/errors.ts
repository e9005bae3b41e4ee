import type { ErrorBody } from '../../domain/contracts/errors.ts'

/** An expected error with Strapi's error body. Thrown below a route; onError (routes.ts) answers
 *  it. */
export class Refusal extends Error {
  readonly body: ErrorBody

  constructor(status: number, name: string, message: string, details?: Record<string, unknown>) {
    super(message)
    this.body = { data: null, error: { status, name, message, ...(details && { details }) } }
  }
}

export const notFound = () => new Refusal(404, 'NotFoundError', 'Not Found', {})

export const invalidKey = (key: string, path: string, source: 'query' | 'body') =>
  new Refusal(400, 'ValidationError', `Invalid key ${key}`, { key, path, source })

export const validation = (message: string, details: Record<string, unknown> = {}) =>
  new Refusal(400, 'ValidationError', message, details)
