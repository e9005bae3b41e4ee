import type { Context } from 'hono'
import { randomId } from '../payment-provider/ids.ts'

/** One entry of `details` in PayPal's error format. Merchants switch over `issue`. */
export type Detail = {
  issue: string
  description?: string
  field?: string
  value?: unknown
  location?: 'body' | 'path' | 'header'
}

const namesByStatus = {
  400: [
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
  ],
  401: ['AUTHENTICATION_FAILURE', 'Authentication failed due to a missing Authorization header.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The server does not support the request payload’s media type.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business ' +
      'validation.',
  ],
} as const

type Link = { href: string; rel: string; method: string }

/** An error response in PayPal's format: {name, details, message, debug_id, links}. */
export function refusal(
  status: keyof typeof namesByStatus,
  detail: Detail,
  links: Link[] = [],
): Response {
  const [name, message] = namesByStatus[status]
  const information = {
    href: `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${detail.issue}`,
    rel: 'information_link',
    method: 'GET',
  }
  return Response.json(
    {
      name,
      details: [{ ...detail, description: detail.description ?? detail.issue }],
      message,
      debug_id: randomId(13, 'digits'),
      links: [information, ...links],
    },
    { status },
  )
}

/** 404 for an id that is unknown or expired. */
export const notFound = (field: string, value: string) =>
  refusal(404, {
    field,
    value,
    location: 'path',
    issue: 'INVALID_RESOURCE_ID',
    description:
      'Specified resource ID does not exist. Please check the resource ID and try again.',
  })

/** PayPal's error body for 429 and 5xx. */
export const outageBody = (status: number) =>
  status === 429
    ? { name: 'RATE_LIMIT_REACHED', message: 'Too many requests. Blocked due to rate limiting.' }
    : status === 503
      ? { name: 'SERVICE_UNAVAILABLE', message: 'Service Unavailable.' }
      : { name: 'INTERNAL_SERVER_ERROR', message: 'An internal server error has occurred.' }

/** Middleware: PayPal rejects a POST without the JSON content type, even if its body is empty. */
export const jsonOnly = async (c: Context, next: () => Promise<void>) =>
  c.req.method === 'POST' && !c.req.header('content-type')?.includes('application/json')
    ? refusal(415, { issue: 'UNSUPPORTED_MEDIA_TYPE', location: 'header' })
    : next()
