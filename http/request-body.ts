import * as v from 'valibot'
import { failed, ok, type Result } from '../domain/result.ts'

/** Why a request's body was not read.
 *  - too-large: more bytes than allowed, announced or counted while reading.
 *  - too-slow: the body was not complete within the deadline.
 *  - aborted: the client went away in the middle of the body.
 *  - unsupported-type: a content-type that the route does not take.
 *  - malformed: no JSON, no form, or not of the schema. `issues`: what the schema found, empty
 *    where the text could not even be parsed. */
export type BodyRefusal =
  | { kind: 'too-large'; maxBytes: number }
  | { kind: 'too-slow'; deadlineMs: number }
  | { kind: 'aborted' }
  | { kind: 'unsupported-type'; contentType: string }
  | { kind: 'malformed'; detail: string; issues: readonly v.BaseIssue<unknown>[] }

export type BodyLimits = {
  maxBytes: number
  /** For the whole body. */
  deadlineMs?: number
  /** Media types that are taken ('application/json'); all where it is absent. */
  types?: readonly string[]
}

/** The text fields of a form by name; of two fields of one name, the last. */
export type FormFields = Record<string, string>

/** A phone on 2G sends 256 KB, the largest body of any route, in about 50 s. */
const defaultDeadlineMs = 60_000

/** Reads a body whole, counting its bytes while it arrives: reading stops at the limit even where
 *  no content-length was announced, and what is left unread is cancelled. A request without a body
 *  has 0 bytes. */
export async function readBytes(
  request: Request,
  { maxBytes, deadlineMs = defaultDeadlineMs, types }: BodyLimits,
): Promise<Result<Uint8Array<ArrayBuffer>, BodyRefusal>> {
  const { body } = request
  const contentType = mediaTypeOf(request)
  const refusal: BodyRefusal | null =
    types && !types.includes(contentType)
      ? { kind: 'unsupported-type', contentType }
      : Number(request.headers.get('content-length') ?? 0) > maxBytes
        ? { kind: 'too-large', maxBytes }
        : null
  if (refusal) {
    discard(body)
    return failed(refusal)
  }
  return body ? readStream(body, request.signal, maxBytes, deadlineMs) : ok(new Uint8Array())
}

const drain = { maxBytes: 65_536, deadlineMs: 500 }

/** Reads and drops a body that no route has read, up to 64 KB: left unread, it breaks the next
 *  request of a connection that is kept alive. */
export async function drainBody(request: Request): Promise<void> {
  if (request.body && !request.bodyUsed) await readBytes(request, drain)
}

/** `readBytes`, decoded as UTF-8. */
export async function readText(
  request: Request,
  limits: BodyLimits,
): Promise<Result<string, BodyRefusal>> {
  const bytes = await readBytes(request, limits)
  return bytes.ok ? ok(new TextDecoder().decode(bytes.value)) : bytes
}

/** A body of JSON as `schema` makes it. Takes application/json alone unless `types` says
 *  otherwise. */
export async function readJson<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
  limits: BodyLimits,
): Promise<Result<v.InferOutput<Schema>, BodyRefusal>> {
  const text = await readText(request, { types: ['application/json'], ...limits })
  return text.ok ? parseJson(text.value, schema) : text
}

/** A text of JSON as `schema` makes it, for bodies whose text was read before. Errors:
 *  malformed. */
export function parseJson<Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
): Result<v.InferOutput<Schema>, BodyRefusal> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return failed({ kind: 'malformed', detail: String(error), issues: [] })
  }
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return ok(parsed.output)
  const [issue] = parsed.issues
  const detail = `${v.getDotPath(issue) ?? ''}: ${issue.message}`
  return failed({ kind: 'malformed', detail, issues: parsed.issues })
}

const urlEncoded = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data'

/** The text fields of a form, urlencoded or multipart; files are left out. An empty body is an
 *  empty form, whatever its type: a button without fields sends one. */
export async function readFormFields(
  request: Request,
  limits: Omit<BodyLimits, 'types'>,
): Promise<Result<FormFields, BodyRefusal>> {
  const bytes = await readBytes(request, limits)
  if (!bytes.ok) return bytes
  if (bytes.value.byteLength === 0) return ok({})
  const contentType = mediaTypeOf(request)
  if (contentType === urlEncoded)
    return ok(Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes.value))))
  if (contentType !== multipart) return failed({ kind: 'unsupported-type', contentType })
  try {
    const type = request.headers.get('content-type') ?? ''
    const form = await new Response(bytes.value, { headers: { 'content-type': type } }).formData()
    return ok(
      Object.fromEntries(
        [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      ),
    )
  } catch (error) {
    return failed({ kind: 'malformed', detail: String(error), issues: [] })
  }
}

/** The status that tells a client of a refusal. */
export function statusOfRefusal({ kind }: BodyRefusal): 400 | 408 | 413 | 415 {
  switch (kind) {
    case 'too-large':
      return 413
    case 'too-slow':
      return 408
    case 'unsupported-type':
      return 415
    case 'aborted':
    case 'malformed':
      return 400
  }
}

/** 'application/json; charset=utf-8' -> 'application/json'; '' where none is named. */
const mediaTypeOf = (request: Request) =>
  (request.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()

async function readStream(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  maxBytes: number,
  deadlineMs: number,
): Promise<Result<Uint8Array<ArrayBuffer>, BodyRefusal>> {
  const reader = body.getReader()
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<BodyRefusal>()
  const deadline = setTimeout(() => interrupt({ kind: 'too-slow', deadlineMs }), deadlineMs)
  const abort = () => interrupt({ kind: 'aborted' })
  signal.addEventListener('abort', abort)
  const chunks: Uint8Array[] = []
  let byteCount = 0
  try {
    for (;;) {
      const next = await Promise.race([
        reader.read().catch((): BodyRefusal => ({ kind: 'aborted' })),
        interrupted,
      ])
      if ('kind' in next) return failed(next)
      if (next.done) return ok(joined(chunks, byteCount))
      byteCount += next.value.byteLength
      if (byteCount > maxBytes) return failed({ kind: 'too-large', maxBytes })
      chunks.push(next.value)
    }
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', abort)
    // After the last byte this does nothing.
    reader.cancel().catch(ignoreBrokenStream)
  }
}

function joined(chunks: readonly Uint8Array[], byteCount: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(byteCount)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

function discard(body: ReadableStream | null) {
  body?.cancel().catch(ignoreBrokenStream)
}

/** A stream that is broken already cannot be cancelled, and need not be. */
const ignoreBrokenStream = () => undefined
