import * as v from 'valibot'
import { loggedPath } from '../../http/logged-path.ts'
import type { ApiError } from './errors.ts'

type Misconfigured = Extract<ApiError, { kind: 'misconfigured' }>

/** The public reads of a content type fail like this where the type, one of its fields, or a
 *  permission of the public role is missing. */
const refusals = [400, 401, 403, 404, 405]

const strapiError = v.object({ error: v.object({ message: v.string() }) })

/** The same for a call: a Strapi answers 405 where it has no such route. Other refusals are about
 *  the reader or what was sent. */
export const refusedCall = (error: ApiError, path: string): ApiError =>
  error.kind === 'http-error' && error.status === 405 ? refusedRead(error, path) : error

/** A refusal of a public read that every product API has to answer, as what it is; other errors
 *  unchanged. */
export function refusedRead(error: ApiError, path: string): ApiError {
  if (error.kind !== 'http-error' || !refusals.includes(error.status)) return error
  const parsed = v.safeParse(strapiError, error.data)
  const message = parsed.success ? ` "${parsed.output.error.message.slice(0, 200)}"` : ''
  return {
    kind: 'misconfigured',
    detail: `${withoutQuery(path)} is answered with ${error.status}${message}`,
  }
}

/** Of an answer that does not match its schema. Values are left out, because they may be personal
 *  data. */
export function unexpectedShape(issue: v.BaseIssue<unknown>, path: string): Misconfigured {
  const field = v.getDotPath(issue) ?? 'the body'
  const received = issue.received.startsWith('"') ? 'another text' : issue.received
  const fault =
    issue.received === 'undefined'
      ? 'is missing'
      : `is ${received}, expected ${issue.expected ?? issue.type}`
  return { kind: 'misconfigured', detail: `${withoutQuery(path)}: ${field} ${fault}` }
}

const withoutQuery = (path: string) => loggedPath(path).replace(/\?.*$/s, '')

const logged = new Set<string>()
const maxLogged = 200

/** Tells the operator, once per isolate: pages may still be served from copies. */
export function logMisconfiguration(origin: string, requestId: string, { detail }: Misconfigured) {
  const key = `${origin} ${detail}`
  if (logged.has(key) || logged.size >= maxLogged) return
  logged.add(key)
  console.error(
    JSON.stringify({
      requestId,
      misconfigured: detail,
      help: 'README.md, "An existing Strapi"; npm run strapi-schema writes its content types',
    }),
  )
}
