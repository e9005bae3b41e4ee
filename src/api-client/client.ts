import * as v from 'valibot'
import { failed, ok, type Result } from '../../domain/result.ts'
import { callerHeaders, type Caller } from './caller.ts'
import { deadlines } from './deadlines.ts'
import { isTransient, type ApiError } from './errors.ts'
import type { LastGoodCopies } from './last-good-copies.ts'
import { flatten } from './strapi.ts'

/** A copy younger than this is used without asking; an older one is used, and revalidated in
 *  `waitUntil`. */
export const freshForMs = 60_000

/** Sends one request to the product API. path with query -> its answer. Rejects where there is
 *  none. */
export type Transport = (path: string, init: RequestInit) => Promise<Response>

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The one way to ask the product API. `c.var.api` asks in nobody's name, `c.var.reader.api` in the
 *  reader's. */
export type ApiClient = {
  /** A public read, the same for all readers, and therefore from the last good copy if there is
   *  one. Without one, it is asked twice within `deadlines.readMs`. Errors: only where there is no
   *  copy at all. */
  read: <Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
  ) => Promise<Result<v.InferOutput<Schema>, ApiError>>
  /** One call, never answered from a copy. -> its answer as `schema` makes it.
   *  `isRepeatable`: asked once more where the connection broke soon; for reads alone. */
  call: <Schema extends v.GenericSchema>(
    method: Method,
    path: string,
    schema: Schema,
    options?: { body?: JsonBody; isRepeatable?: boolean },
  ) => Promise<Result<v.InferOutput<Schema>, ApiError>>
  /** A request handed on as it is, and its answer, whatever its status. `headers` cannot replace
   *  those that say who asks. Errors: network-error. */
  forward: (
    path: string,
    request: {
      method: string
      body?: BodyInit | null
      headers?: Record<string, string>
      deadlineMs?: number
    },
  ) => Promise<Result<Response, Extract<ApiError, { kind: 'network-error' }>>>
  /** The same client over another transport, such as one that adds a bearer. Its public reads stay
   *  public. */
  over: (wrap: (transport: Transport) => Transport) => ApiClient
}

export type JsonBody = Record<string, unknown>

/** For calls of whose answer nothing is used but that it was none of the errors. */
export const anyAnswer = v.unknown()

export type ClientOptions = {
  transport: Transport
  /** Asked for only where something is sent in somebody's name: a page from the cache never needs
   *  it. */
  caller: () => Caller
  copies: LastGoodCopies
  requestId: string
  now: () => number
  waitUntil: (work: Promise<unknown>) => void
  /** Whether to look for a copy in the edge cache before asking. Not worth its time where the page
   *  itself was just looked for there in vain; then the edge cache is asked only if the product API
   *  fails. */
  looksAtEdgeFirst: boolean
  /** Called when the product API forbade storing an answer (cache-control: no-store): nothing made
   *  of it is stored. */
  onNoStore: () => void
}

export function createApiClient(options: ClientOptions): ApiClient {
  const { transport, caller, copies, now, waitUntil } = options
  const accept = { accept: 'application/json' }
  const publicHeaders = { ...accept, 'x-request-id': options.requestId }

  async function fetchPublic(path: string): Promise<Result<Answer, ApiError>> {
    const attempt = (deadlineMs: number) =>
      exchange(transport, path, {
        headers: publicHeaders,
        signal: AbortSignal.timeout(deadlineMs),
      })
    const startedAt = now()
    let answer = await attempt(deadlines.firstReadMs)
    const leftMs = deadlines.readMs - (now() - startedAt)
    if (!answer.ok && isTransient(answer.error) && leftMs > deadlines.minSecondReadMs)
      answer = await attempt(leftMs)
    if (answer.ok && answer.value.mayBeStored) waitUntil(copies.put(path, answer.value.body, now()))
    else if (answer.ok) options.onNoStore()
    return answer
  }

  const client: ApiClient = {
    async read(path, schema) {
      const copy =
        copies.inMemory(path) ?? (options.looksAtEdgeFirst ? await copies.inEdgeCache(path) : null)
      if (copy && now() - copy.readAt > freshForMs && copies.claimRevalidation(path, now()))
        waitUntil(fetchPublic(path))
      if (copy) {
        const parsed = parse(schema, copy.value)
        if (parsed.ok) return parsed
      }
      const fresh = await fetchPublic(path)
      const answer = fresh.ok ? parse(schema, fresh.value.body) : fresh
      if (answer.ok || options.looksAtEdgeFirst) return answer
      const old = await copies.inEdgeCache(path)
      return old ? parse(schema, old.value) : answer
    },

    async call(method, path, schema, { body, isRepeatable = false } = {}) {
      const headers = {
        ...accept,
        ...callerHeaders(caller()),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const attempt = () =>
        exchange(transport, path, {
          method,
          headers,
          body: body === undefined ? null : JSON.stringify(body),
          signal: AbortSignal.timeout(deadlines.callMs),
        })
      const startedAt = now()
      let answer = await attempt()
      const wasSoon = now() - startedAt < deadlines.repeatWithinMs
      if (isRepeatable && wasSoon && !answer.ok && isTransient(answer.error))
        answer = await attempt()
      return answer.ok ? parse(schema, answer.value.body) : answer
    },

    async forward(path, { method, body = null, headers, deadlineMs = deadlines.callMs }) {
      try {
        const response = await transport(path, {
          method,
          body,
          headers: { ...accept, ...headers, ...callerHeaders(caller()) },
          signal: AbortSignal.timeout(deadlineMs),
        })
        return ok(response)
      } catch (error) {
        console.error(
          JSON.stringify({ requestId: options.requestId, path, forward: String(error) }),
        )
        return failed({ kind: 'network-error' })
      }
    },

    over: (wrap) => ({
      ...createApiClient({ ...options, transport: wrap(transport) }),
      read: client.read,
    }),
  }
  return client
}

type Answer = { body: unknown; mayBeStored: boolean }

/** One request, sent once, and what became of it. */
async function exchange(
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
    // Refused, reset, cut off or too slow: for the reader all of it is "no connection".
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

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): Result<v.InferOutput<Schema>, ApiError> {
  const parsed = v.safeParse(schema, flatten(value))
  if (parsed.success) return ok(parsed.output)
  const [issue] = parsed.issues
  const detail = `${v.getDotPath(issue) ?? ''}: ${issue.message}`
  return failed({ kind: 'invalid-response', detail })
}
