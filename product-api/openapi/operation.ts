import type * as v from 'valibot'

type Schema = v.GenericSchema

/** Who may call an operation.
 *  - public: anybody; a bearer token is ignored.
 *  - anyone: anybody, but a bearer token must be valid if it is sent.
 *  - guest-or-member, member: only with such a bearer token.
 *  - signature: anybody with a URL that the product API has signed, or the payment's owner.
 *  - provider: a payment provider, which signs its request. */
export type CallerKind =
  'public' | 'anyone' | 'guest-or-member' | 'member' | 'signature' | 'provider'

export type Parameter = { description: string; schema: Schema; isRequired?: true }

export type RequestContent = {
  schema: Schema
  /** Whether the fields are in the body itself, or may also be in its `data`. */
  fields: 'in-body' | 'in-body-or-data'
  /** Whether it may also be sent as an HTML form (application/x-www-form-urlencoded). */
  isFormAllowed: boolean
  maxBytes?: number
  /** The body is parsed as JSON whatever its content type. */
  isAnyTypeAllowed?: true
}

/** One successful answer. `schema`: of its JSON; null: no JSON. `contentType`: of another body. */
export type AnswerContent = { description: string; schema: Schema | null; contentType?: string }

/** The request and the answers of a call of the product API. The errors of its caller, its body and
 *  its rate limit are added by document.ts. */
export type Operation = {
  operationId: string
  summary: string
  caller: CallerKind
  path?: Readonly<Record<string, Parameter>>
  query?: Readonly<Record<string, Parameter>>
  /** It takes the query parameters of lists (parameters.ts). */
  hasListQuery?: true
  body?: RequestContent
  answers: Readonly<Record<number, AnswerContent>>
  /** Further errors: status -> when. */
  refusals?: Readonly<Record<number, string>>
  isRateLimited?: true
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Operations by method and path: 'GET /api/users/{id}'. */
export type Operations = Readonly<Record<`${HttpMethod} /${string}`, Operation>>
