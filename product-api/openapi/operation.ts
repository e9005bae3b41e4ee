import type * as v from 'valibot'

type Schema = v.GenericSchema

/** Who may call an operation.
 *  - public: anybody; a token is not looked at.
 *  - anyone: anybody, but a token that is sent must be valid.
 *  - guest-or-member, member: whoever has such a token.
 *  - signature: whoever holds a signed address, or the member it belongs to.
 *  - provider: a payment provider, which signs its request. */
export type CallerKind =
  'public' | 'anyone' | 'guest-or-member' | 'member' | 'signature' | 'provider'

export type Parameter = { description: string; schema: Schema; isRequired?: true }

export type RequestContent = {
  schema: Schema
  /** Whether the fields stand in the body itself, or may stand in its `data` as well. */
  fields: 'in-body' | 'in-body-or-data'
  /** Whether a form may send it too. */
  isFormAllowed: boolean
  maxBytes?: number
  /** The body is taken whatever its content-type says. */
  isAnyTypeTaken?: true
}

/** One successful answer. `schema`: of its JSON; null: no body. Another type of content is named. */
export type AnswerContent = { description: string; schema: Schema | null; contentType?: string }

/** What a call of the product API takes and answers. Refusals that follow from its caller, its body
 *  or its rate limit are added when the document is made (document.ts). */
export type Operation = {
  operationId: string
  summary: string
  caller: CallerKind
  path?: Readonly<Record<string, Parameter>>
  query?: Readonly<Record<string, Parameter>>
  /** Strapi's query language, in which lists are asked for. */
  hasListQuery?: true
  body?: RequestContent
  answers: Readonly<Record<number, AnswerContent>>
  /** Further refusals: status -> when. */
  refusals?: Readonly<Record<number, string>>
  isRateLimited?: true
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Operations by method and path: 'GET /api/users/{id}'. */
export type Operations = Readonly<Record<`${HttpMethod} /${string}`, Operation>>
