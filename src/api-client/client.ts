import { loggedPath } from '../../http/logged-path.ts'
import * as v from 'valibot'
import { failed, ok, type Result } from '../../domain/result.ts'
import { clientInfoHeaders, type ClientInfo } from './client-info.ts'
import { deadlines } from './deadlines.ts'
import { isLost, isTransient, type ApiError } from './errors.ts'
import type { LastGoodCopies } from './last-good-copies.ts'
import { logMisconfiguration, refusedCall, refusedRead } from './misconfiguration.ts'
import { parse, parseCopy, parsedOrNull } from './parse-body.ts'

/** A last good copy younger than this is used as it is. An older one is used, too, and revalidated
 *  in `waitUntil` (stale-while-revalidate). */
export const freshForMs = 60_000

/** Sends one request to the product API. `path` includes the query. Rejects like fetch. */
export type Transport = (path: string, init: RequestInit) => Promise<Response>

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The only client of the product API. `c.var.api` sends requests without authorization,
 *  `c.var.reader.api` with the bearer token of the session or the guest. */
export type ApiClient = {
  /** A public read, the same for all readers. Answered from the last good copy if there is one;
   *  else requested up to twice within `deadlines.readMs`. `isCounted`: says who asks, because the
   *  product API limits how often. `isOptional`: the specification has no such call, so that a
   *  refusal is left as it is; see `isNotOffered`. Errors: only if there is no copy. */
  read: <Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    options?: ReadOptions,
  ) => Promise<Result<v.InferOutput<Schema>, ApiError>>
  /** A public read without a request: the last good copy, in memory or else in the edge cache. One
   *  that is missing or older than a minute is requested in `waitUntil`. null: not known yet.
   *  `waits`: until it is answered, unless it was requested within the last 10 s. */
  known: <Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    options?: { waits?: boolean },
  ) => Promise<v.InferOutput<Schema> | null>
  /** What `known` returns at once: the copy in memory. */
  inMemory: <Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
  ) => v.InferOutput<Schema> | null
  /** Forgets what `known` returned, because it turned out to be wrong. */
  forgetKnown: (path: string) => void
  /** Whether the product API answered the last public read of this isolate. */
  isUp: () => boolean
  /** One call, never answered from a copy. Returns the body parsed by `schema`. A GET whose answer
   *  is lost early is sent once more. `isRepeatable`: false, not even then; true, also after any
   *  other transient error. */
  call: <Schema extends v.GenericSchema>(
    method: Method,
    path: string,
    schema: Schema,
    options?: { body?: JsonBody; isRepeatable?: boolean },
  ) => Promise<Result<v.InferOutput<Schema>, ApiError>>
  /** Forwards a request and returns the response with any status. `headers` cannot replace those
   *  of ClientInfo. Errors: network-error. */
  forward: (
    path: string,
    request: {
      method: string
      body?: BodyInit | null
      headers?: Record<string, string>
      deadlineMs?: number
    },
  ) => Promise<Result<Response, Extract<ApiError, { kind: 'network-error' }>>>
  /** The same client with a wrapped transport, which may add an authorization header. Its `read`
   *  still sends public requests without that transport. */
  withTransport: (wrap: (transport: Transport) => Transport) => ApiClient
  /** The same client whose `read` sends its requests by a transport that adds a member's bearer.
   *  Such an answer is not stored for others; a refusal of the bearer is read again without it. */
  withMemberReads: (send: Transport) => ApiClient
}

type ReadOptions = { isCounted?: boolean; isOptional?: boolean }

export type JsonBody = Record<string, unknown>

/** Schema for calls whose response body is not used. */
export const anyAnswer = v.unknown()

export type ClientOptions = {
  transport: Transport
  /** Sends reads in a member's name, see `withMemberReads`. */
  memberReads?: Transport
  /** A function, because public reads do not need it. */
  clientInfo: () => ClientInfo
  copies: LastGoodCopies
  requestId: string
  now: () => number
  waitUntil: (work: Promise<unknown>) => void
  /** Whether to look for a copy in the edge cache before the request, or only after it failed.
   *  After a miss of the page itself a look-up would rarely find anything. */
  checksEdgeCacheFirst: boolean
  /** Called when a public read was answered with cache-control: no-store. A page rendered from it
   *  must not be stored either. */
  onNoStore: () => void
}

export function createApiClient(options: ClientOptions): ApiClient {
  const { transport, memberReads, clientInfo, copies, now, waitUntil } = options
  const accept = { accept: 'application/json' }
  const publicHeaders = { ...accept, 'x-request-id': options.requestId }

  /** The member's answer, or null where the bearer is refused. */
  async function fetchAsMember(send: Transport, path: string, isCounted = false) {
    const headers = { ...publicHeaders, ...(isCounted && clientInfoHeaders(clientInfo())) }
    const signal = AbortSignal.timeout(deadlines.firstReadMs)
    const answer = await sendOnce(send, path, { headers, signal })
    return answer.ok ? answer : null
  }

  async function fetchPublic(
    path: string,
    { isCounted = false, isOptional = false }: ReadOptions,
  ): Promise<Result<Answer, ApiError>> {
    const send = (deadlineMs: number) =>
      sendOnce(transport, path, {
        headers: { ...publicHeaders, ...(isCounted && clientInfoHeaders(clientInfo())) },
        signal: AbortSignal.timeout(deadlineMs),
      })
    const startedAt = now()
    let answer = await send(deadlines.firstReadMs)
    const leftMs = deadlines.readMs - (now() - startedAt)
    if (!answer.ok && isTransient(answer.error) && leftMs > deadlines.minSecondReadMs)
      answer = await send(leftMs)
    copies.setUp(answer.ok || !isTransient(answer.error))
    if (answer.ok && answer.value.mayBeStored) waitUntil(copies.put(path, answer.value.body, now()))
    else if (answer.ok) options.onNoStore()
    return answer.ok || isOptional ? answer : noted(failed(refusedRead(answer.error, path)))
  }

  function noted<Value>(answer: Result<Value, ApiError>): Result<Value, ApiError> {
    if (!answer.ok && answer.error.kind === 'misconfigured')
      logMisconfiguration(copies.origin, options.requestId, answer.error)
    return answer
  }

  const client: ApiClient = {
    async read(path, schema, readOptions = {}) {
      const copy =
        copies.inMemory(path) ??
        (options.checksEdgeCacheFirst ? await copies.inEdgeCache(path) : null)
      if (copy && now() - copy.readAt > freshForMs && copies.claimRevalidation(path, now()))
        waitUntil(fetchPublic(path, readOptions))
      if (copy) {
        const parsed = parseCopy(schema, copy.value, path)
        if (parsed.ok) return parsed
      }
      const own = memberReads && (await fetchAsMember(memberReads, path, readOptions.isCounted))
      const fresh = own ?? (await fetchPublic(path, readOptions))
      const answer = fresh.ok ? noted(parse(schema, fresh.value.body, path)) : fresh
      if (answer.ok || options.checksEdgeCacheFirst) return answer
      const old = await copies.inEdgeCache(path)
      return old ? parse(schema, old.value, path) : answer
    },

    async known(path, schema, { waits = false } = {}) {
      const inMemory = copies.inMemory(path)
      const mayAsk =
        (!inMemory || now() - inMemory.readAt > freshForMs) && copies.claimRevalidation(path, now())
      const copy = inMemory ?? (mayAsk ? await copies.inEdgeCache(path) : null)
      const asked =
        mayAsk && (!copy || now() - copy.readAt > freshForMs)
          ? fetchPublic(path, { isOptional: true })
          : null
      if (asked && waits) {
        const fresh = await asked
        const answer = fresh.ok ? parse(schema, fresh.value.body, path) : fresh
        if (answer.ok) return answer.value
      } else if (asked) waitUntil(asked)
      return parsedOrNull(schema, copy, path)
    },

    inMemory: (path, schema) => parsedOrNull(schema, copies.inMemory(path), path),

    forgetKnown: copies.forget,
    isUp: copies.isUp,

    async call(method, path, schema, { body, isRepeatable } = {}) {
      const headers = {
        ...accept,
        ...clientInfoHeaders(clientInfo()),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const send = (signal: AbortSignal) =>
        sendOnce(transport, path, {
          method,
          headers,
          body: body === undefined ? null : JSON.stringify(body),
          signal,
        })
      const startedAt = now()
      const deadline = AbortSignal.timeout(deadlines.callMs)
      let answer = await send(deadline)
      const failedEarly = !deadline.aborted && now() - startedAt < deadlines.repeatWithinMs
      const mayRepeat = isRepeatable ?? method === 'GET'
      const isWorthRepeating = isRepeatable ? isTransient : isLost
      if (mayRepeat && failedEarly && !answer.ok && isWorthRepeating(answer.error))
        answer = await send(AbortSignal.timeout(deadlines.callMs))
      if (answer.ok) return noted(parse(schema, answer.value.body, path))
      return noted(failed(refusedCall(answer.error, path)))
    },

    async forward(path, { method, body = null, headers, deadlineMs = deadlines.callMs }) {
      try {
        const response = await transport(path, {
          method,
          body,
          headers: { ...accept, ...headers, ...clientInfoHeaders(clientInfo()) },
          signal: AbortSignal.timeout(deadlineMs),
        })
        return ok(response)
      } catch (error) {
        console.error(
          JSON.stringify({
            requestId: options.requestId,
            path: loggedPath(path),
            forward: String(error),
          }),
        )
        return failed({ kind: 'network-error' })
      }
    },

    withMemberReads: (send) => createApiClient({ ...options, memberReads: send }),

    withTransport: (wrap) => ({
      ...createApiClient({ ...options, transport: wrap(transport) }),
      read: client.read,
    }),
  }
  return client
}

type Answer = { body: unknown; mayBeStored: boolean }

/** Sends one request and reads its body as JSON. */
async function sendOnce(
  transport: Transport,
  path: string,
  init: RequestInit,
): Promise<Result<Answer, ApiError>> {
  let response: Response
  let text: string
  try {
    response = await transport(path, init)
    text = await response.text()
  } catch {
    // Refused, reset, truncated or timed out: pages explain all of these in the same way.
    return failed({ kind: 'network-error' })
  }
  const { status } = response
  const body = parseJson(text)
  if (status === 499) return failed({ kind: 'signed-in-elsewhere' })
  if (!response.ok) return failed({ kind: 'http-error', status, data: body.ok ? body.value : text })
  if (!body.ok) return body
  const mayBeStored = !response.headers.get('cache-control')?.includes('no-store')
  return ok({ body: body.value, mayBeStored })
}

function parseJson(text: string): Result<unknown, ApiError> {
  try {
    return ok(text === '' ? null : JSON.parse(text))
  } catch {
    return failed({ kind: 'invalid-response', detail: `no JSON: ${text.slice(0, 80)}` })
  }
}
