import * as v from 'valibot'
import { failed, ok, type Result } from '../../domain/result.ts'
import { isTransient, type ApiError } from './errors.ts'
import type { LastGoodCopies } from './last-good-copies.ts'
import { flatten } from './strapi.ts'

const firstTryMs = 4000
const deadlineMs = 6000
/** A copy younger than this is shown without asking; an older one is shown while a new one is fetched. */
export const freshForMs = 60_000

export type Send = (path: string, init: RequestInit) => Promise<Response>

/** One request's way of asking the product API. */
export type Ask = {
  /** A public read: from the last good copy if there is one, refreshed behind the reader's back when it is old.
   *  path with query -> what `schema` makes of it. Errors: only when there is no copy at all. */
  read: <Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
  ) => Promise<Result<v.InferOutput<Schema>, ApiError>>
  /** A write: sent once, never repeated, never kept. */
  write: (method: 'POST' | 'PUT', path: string, body: unknown) => Promise<Result<unknown, ApiError>>
}

export type AskTools = {
  send: Send
  copies: LastGoodCopies
  now: () => number
  requestId: string
  waitUntil: (work: Promise<unknown>) => void
  /** Whether to look for a copy at the edge before asking. Not worth its time where the page itself was just looked for
   *  there in vain; then the edge is asked only if the product API fails. */
  edgeFirst: boolean
  /** Called when the product API forbade keeping an answer (cache-control: no-store): then nothing made of it is kept. */
  onForbidden: () => void
}

export function askThrough(tools: AskTools): Ask {
  const { send, copies, now, requestId, waitUntil, edgeFirst, onForbidden } = tools
  const headers = { accept: 'application/json', 'x-request-id': requestId }

  async function fetchFresh(path: string): Promise<Result<Answer, ApiError>> {
    const startedAt = now()
    let answer = await once(send, path, { headers, signal: AbortSignal.timeout(firstTryMs) })
    const leftMs = deadlineMs - (now() - startedAt)
    if (!answer.ok && isTransient(answer.error) && leftMs > 500)
      answer = await once(send, path, { headers, signal: AbortSignal.timeout(leftMs) })
    if (answer.ok && answer.value.mayBeKept) waitUntil(copies.put(path, answer.value.body, now()))
    else if (answer.ok) onForbidden()
    return answer
  }

  return {
    async read(path, schema) {
      const copy = copies.near(path) ?? (edgeFirst ? await copies.far(path) : null)
      if (copy && now() - copy.readAt > freshForMs && copies.claimRefresh(path, now()))
        waitUntil(fetchFresh(path))
      if (copy) {
        const parsed = parse(schema, copy.value)
        if (parsed.ok) return parsed
      }
      const fresh = await fetchFresh(path)
      const answer = fresh.ok ? parse(schema, fresh.value.body) : fresh
      if (answer.ok || edgeFirst) return answer
      const old = await copies.far(path)
      return old ? parse(schema, old.value) : answer
    },
    async write(method, path, body) {
      const answer = await once(send, path, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(deadlineMs),
      })
      return answer.ok ? ok(answer.value.body) : answer
    },
  }
}

export type Answer = { body: unknown; mayBeKept: boolean }

/** One request and what became of it: sent once, never repeated. */
export async function once(
  send: Send,
  path: string,
  init: RequestInit,
): Promise<Result<Answer, ApiError>> {
  let response: Response
  let text: string
  try {
    response = await send(path, init)
    text = await response.text()
  } catch {
    // Refused, reset, cut off or too slow: for the reader all of it is "no connection".
    return failed({ kind: 'unreachable' })
  }
  const { status } = response
  const body = readJson(text)
  if (status === 499) return failed({ kind: 'signed-in-elsewhere' })
  if (!response.ok) return failed({ kind: 'refused', status, data: body.ok ? body.value : text })
  if (!body.ok) return body
  const mayBeKept = !response.headers.get('cache-control')?.includes('no-store')
  return ok({ body: body.value, mayBeKept })
}

function readJson(text: string): Result<unknown, ApiError> {
  try {
    return ok(text === '' ? null : JSON.parse(text))
  } catch {
    return failed({ kind: 'unreadable', detail: `no JSON: ${text.slice(0, 80)}` })
  }
}

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): Result<v.InferOutput<Schema>, ApiError> {
  const parsed = v.safeParse(schema, flatten(value))
  if (parsed.success) return ok(parsed.output)
  const [issue] = parsed.issues
  return failed({ kind: 'unreadable', detail: `${v.getDotPath(issue) ?? ''}: ${issue.message}` })
}
