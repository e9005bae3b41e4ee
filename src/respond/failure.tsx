import type { Context } from 'hono'
import { statusOfRefusal, type BodyRefusal } from '../../http/request-body.ts'
import { unreachableMessage, unreachableStatus, type ApiError } from '../api-client/errors.ts'
import { refusalOf } from '../api-client/sign-in.ts'
import { ErrorPage } from '../ui/error-page.tsx'
import { FailedPart, type PartFailure } from '../ui/failed-part.tsx'
import { MessagePage } from '../ui/message-page.tsx'
import { messagesFor } from '../ui/messages.ts'
import { NotFoundPage } from '../ui/not-found-page.tsx'
import { UnavailablePage } from '../ui/unavailable-page.tsx'
import type { AppEnv, Failure } from '../app-env.ts'
import { loggedPath } from '../../http/logged-path.ts'

/** The only mapping from an expected failure to a response (`c.var.fail`): a page, or JSON for
 *  requests of a script. No cache may store it. */
export function fail(
  c: Context<AppEnv>,
  failure: Failure,
  as: 'page' | 'json' = 'page',
): Response | Promise<Response> {
  logFailure(c, failure)
  if (as === 'json') return failureJson(failure)
  c.header('cache-control', 'no-store')
  switch (failure.kind) {
    case 'http-error':
      if (failure.status === 404) return c.notFound()
      if (failure.status === 401 && c.var.reader.error) return sessionOverPage(c)
      if (failure.status === 429) return tooManyPage(c, failure)
      return unavailablePage(c)
    case 'signed-in-elsewhere':
      return sessionOverPage(c)
    case 'network-error':
    case 'invalid-response':
      return unavailablePage(c)
    case 'misconfigured':
      return faultPage(c)
    case 'too-large':
    case 'too-slow':
    case 'aborted':
    case 'unsupported-type':
    case 'malformed':
      return formNotReadPage(c, failure)
  }
}

/** What stands where the rest of a page failed after its head had been sent. */
export function failedPart(c: Context<AppEnv>, failure: Failure) {
  logFailure(c, failure)
  const { page, requestId } = c.var
  return <FailedPart page={page} requestId={requestId} reason={partFailureOf(failure)} />
}

function partFailureOf(failure: Failure): PartFailure {
  if (failure.kind === 'misconfigured') return 'crash'
  return failure.kind === 'http-error' && failure.status === 404 ? 'not-found' : 'unreachable'
}

/** The same for a bug. */
export function crashedPart(c: Context<AppEnv>, error: unknown) {
  logError(c, error)
  return <FailedPart page={c.var.page} requestId={c.var.requestId} reason="crash" />
}

export function logFailure(c: Context<AppEnv>, failure: Failure) {
  const { requestId } = c.var
  console.error(
    JSON.stringify({ requestId, path: loggedPath(c.req.path), failure: withoutIssues(failure) }),
  )
}

function failureJson(failure: Failure): Response {
  switch (failure.kind) {
    case 'http-error':
      return withRetryAfter(jsonResponse(failure.data, failure.status), failure)
    case 'signed-in-elsewhere':
      return jsonResponse({ message: 'Signed in elsewhere' }, 499)
    case 'network-error':
    case 'invalid-response':
      return jsonResponse({ message: unreachableMessage }, unreachableStatus)
    case 'misconfigured':
      return jsonResponse({ message: 'Internal Server Error' }, 500)
    case 'too-large':
      return jsonResponse({ message: 'Payload Too Large' }, statusOfRefusal(failure))
    case 'too-slow':
      return jsonResponse({ message: 'Request Timeout' }, statusOfRefusal(failure))
    case 'unsupported-type':
      return jsonResponse({ message: 'Unsupported Media Type' }, statusOfRefusal(failure))
    case 'aborted':
    case 'malformed':
      return jsonResponse({ message: 'Bad Request' }, statusOfRefusal(failure))
  }
}

function withRetryAfter(answer: Response, error: ApiError): Response {
  const { retryAfterSeconds } = refusalOf(error)
  if (retryAfterSeconds !== null) answer.headers.set('retry-after', String(retryAfterSeconds))
  return answer
}

/** JSON with any status; c.json has no type for 499 and 532. */
export const jsonResponse = (body: unknown, status = 200) => Response.json(body, { status })

/** Validation issues contain what the reader typed, which must not be logged. */
const withoutIssues = (failure: ApiError | BodyRefusal) =>
  failure.kind === 'malformed' ? { kind: failure.kind, detail: failure.detail } : failure

/** The session turned out to be over during the request. The document shows a notice with the
 *  reason; this page has no other content. */
function sessionOverPage(c: Context<AppEnv>) {
  const { page } = c.var
  const messages = messagesFor(page.locale)
  c.status(401)
  return c.render(
    <MessagePage
      page={page}
      title={messages.login()}
      body={messages.login_required()}
      answers={c.var.answerFields}
    />,
  )
}

/** More was sent than one reader, or one network, may send. */
function tooManyPage(c: Context<AppEnv>, error: ApiError) {
  const { page } = c.var
  const messages = messagesFor(page.locale)
  const seconds = refusalOf(error).retryAfterSeconds ?? 60
  c.status(429)
  c.header('retry-after', String(seconds))
  return c.render(
    <MessagePage
      page={page}
      title={messages.too_many()}
      body={messages.too_many_explained({ minutes: Math.ceil(seconds / 60) })}
      answers={c.var.answerFields}
    />,
  )
}

function unavailablePage(c: Context<AppEnv>) {
  c.status(503)
  c.header('retry-after', '10')
  const { page, requestId, answerFields } = c.var
  return c.render(<UnavailablePage page={page} requestId={requestId} answers={answerFields} />)
}

/** The product API does not fit the site: neither the reader nor their connection is at fault, and
 *  the same request fails until an operator acts. */
function faultPage(c: Context<AppEnv>) {
  c.status(500)
  const { page, requestId, answerFields } = c.var
  return c.render(<ErrorPage page={page} requestId={requestId} answers={answerFields} />)
}

/** The form could not be read. The browser's Back button shows it as it was filled in. */
function formNotReadPage(c: Context<AppEnv>, refusal: BodyRefusal) {
  const { page } = c.var
  const messages = messagesFor(page.locale)
  const isTooLarge = refusal.kind === 'too-large'
  c.status(statusOfRefusal(refusal))
  return c.render(
    <MessagePage
      page={page}
      title={isTooLarge ? messages.form_too_large() : messages.form_not_read()}
      body={isTooLarge ? messages.form_too_large_explained() : messages.form_not_read_explained()}
    />,
  )
}

export function notFound(c: Context<AppEnv>) {
  c.status(404)
  c.header('cache-control', 'no-store')
  return c.render(<NotFoundPage page={c.var.page} />)
}

/** The response to a bug: the error page, whose script reports the error; plain text if even that
 *  page cannot be rendered. */
export async function handleUncaughtError(error: Error, c: Context<AppEnv>) {
  const { requestId, page, answerFields } = c.var
  logError(c, error)
  const sentence = `Something went wrong (${requestId})`
  if (!('inlineAssets' in c.var)) return c.text(sentence, 500)
  c.status(500)
  c.header('cache-control', 'no-store')
  try {
    return await c.render(<ErrorPage page={page} requestId={requestId} answers={answerFields} />)
  } catch (renderError) {
    console.error(JSON.stringify({ requestId, errorPage: String(renderError) }))
    return c.text(sentence, 500)
  }
}

function logError(c: Context<AppEnv>, error: unknown) {
  const stack = error instanceof Error ? error.stack : undefined
  const { requestId } = c.var
  console.error(
    JSON.stringify({ requestId, path: loggedPath(c.req.path), error: String(error), stack }),
  )
}
