import * as v from 'valibot'
import { failed, ok, type Result } from '../domain/result.ts'
import { cleanFields, cleanJson } from './clean-texts.ts'

/** Why a request's body was not read.
 *  - too-large: more bytes than allowed, announced or counted while reading.
 *  - too-slow: the body was not complete within the deadline.
 *  - aborted: the client disconnected before the end of the body.
 *  - unsupported-type: a content-type that the route does not accept.
 *  - malformed: not JSON, not a form, or rejected by the schema. `issues`: the schema's issues;
 *    empty where the text could not be parsed. */
export type BodyRefusal =
  | { kind: 'too-large'; maxBytes: number }
  | { kind: 'too-slow'; deadlineMs: number }
  | { kind: 'aborted' }
  | { kind: 'unsupported-type'; contentType: string }
  | { kind: 'malformed'; detail: string; issues: readonly v.BaseIssue<unknown>[] }

export type BodyLimits = {
  maxBytes: number
  /** How many bytes above `maxBytes` are read and dropped before the body is refused: a browser
   *  that is still sending when the answer comes shows a broken connection instead of it. */
  maxDroppedBytes?: number
  /** For reading the complete body. */
  deadlineMs?: number
  /** Accepted media types, such as 'application/json'. Absent: all. */
  types?: readonly string[]
}

/** The text fields of a form by name, without control characters. Of several fields with one name,
 *  the last. */
export type FormFields = Record<string, string>

/** A phone on 2G sends 256 KB in about 50 s. The route that takes more says so. */
const defaultDeadlineMs = 60_000

/** Reads a complete body. Counts its bytes while reading, so that the limit also holds without a
 *  content-length; cancels the rest of a refused body. A request without a body has 0 bytes. */
export async function readBytes(
  request: Request,
  { maxBytes, maxDroppedBytes = 0, deadlineMs = defaultDeadlineMs, types }: BodyLimits,
): Promise<Result<Uint8Array<ArrayBuffer>, BodyRefusal>> {
  const { body } = request
  const contentType = mediaTypeOf(request)
  const announced = Number(request.headers.get('content-length') ?? 0)
  const isLargeToDrop = announced > maxBytes + maxDroppedBytes
  const refusal: BodyRefusal | null =
    types && !types.includes(contentType)
      ? { kind: 'unsupported-type', contentType }
      : isLargeToDrop
        ? { kind: 'too-large', maxBytes }
        : null
  if (refusal) {
    discard(body)
    return failed(refusal)
  }
  if (!body) return ok(new Uint8Array())
  // A body is a stream of bytes (Fetch standard); its type leaves the chunks open.
  const bytes = body as ReadableStream<Uint8Array>
  return readStream(bytes, request.signal, { maxBytes, maxDroppedBytes, deadlineMs })
}

const drain = { maxBytes: 65_536, deadlineMs: 500 }

/** Reads and drops a body that no route has read, up to 64 KB: left unread, it breaks the next
 *  request of a connection that is kept alive. */
export async function drainBody(request: Request): Promise<void> {
  if (request.body && !request.bodyUsed) await readBytes(request, drain)
}

/** Reads a body as `readBytes` does and decodes it as UTF-8. */
export async function readText(
  request: Request,
  limits: BodyLimits,
): Promise<Result<string, BodyRefusal>> {
  const bytes = await readBytes(request, limits)
  return bytes.ok ? ok(new TextDecoder().decode(bytes.value)) : bytes
}

/** Reads a JSON body and parses it with `schema`. Accepts only application/json unless `types` is
 *  given. */
export async function readJson<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
  limits: BodyLimits,
): Promise<Result<v.InferOutput<Schema>, BodyRefusal>> {
  const text = await readText(request, { types: ['application/json'], ...limits })
  return text.ok ? parseJson(text.value, schema) : text
}

/** Parses a JSON text with `schema`, for bodies that were read as text. Its texts come without
 *  control characters. Errors: malformed. */
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
  const parsed = v.safeParse(schema, cleanJson(value, text))
  if (parsed.success) return ok(parsed.output)
  const [issue] = parsed.issues
  const detail = `${v.getDotPath(issue) ?? ''}: ${issue.message}`
  return failed({ kind: 'malformed', detail, issues: parsed.issues })
}

/** A text field with far more letters than it takes still gets its page. */
const maxDroppedOfForm = 1024 * 1024

const urlEncoded = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data'

/** Reads the text fields of a form, urlencoded or multipart; ignores files. An empty body of any
 *  type is an empty form, because a form without fields is sent so. */
export async function readFormFields(
  request: Request,
  limits: Omit<BodyLimits, 'types'>,
): Promise<Result<FormFields, BodyRefusal>> {
  const form = await readForm(request, limits)
  return form.ok ? ok(form.value.fields) : form
}

/** Reads a form as `readFormFields` does, with its files by the fields' names. Files without a byte
 *  are left out: browsers send one where none was chosen. */
export async function readForm(
  request: Request,
  limits: Omit<BodyLimits, 'types'>,
): Promise<Result<{ fields: FormFields; files: Record<string, File> }, BodyRefusal>> {
  const bytes = await readBytes(request, { maxDroppedBytes: maxDroppedOfForm, ...limits })
  if (!bytes.ok) return bytes
  if (bytes.value.byteLength === 0) return ok({ fields: {}, files: {} })
  const contentType = mediaTypeOf(request)
  if (contentType === urlEncoded) {
    const text = new TextDecoder().decode(bytes.value)
    return ok({ fields: cleanFields(new URLSearchParams(text)), files: {} })
  }
  if (contentType !== multipart) return failed({ kind: 'unsupported-type', contentType })
  try {
    const type = request.headers.get('content-type') ?? ''
    const form = await new Response(bytes.value, { headers: { 'content-type': type } }).formData()
    const [texts, files]: [[string, string][], Record<string, File>] = [[], {}]
    for (const [name, value] of form)
      if (typeof value === 'string') texts.push([name, value])
      else if (value.size > 0) files[name] = value
    return ok({ fields: cleanFields(texts), files })
  } catch (error) {
    return failed({ kind: 'malformed', detail: String(error), issues: [] })
  }
}

/** The status of the response to a refused body. */
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

/** 'application/json; charset=utf-8' -> 'application/json'; '' without a content-type. */
const mediaTypeOf = (request: Request) =>
  (request.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()

async function readStream(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  { maxBytes, maxDroppedBytes, deadlineMs }: Required<Omit<BodyLimits, 'types'>>,
): Promise<Result<Uint8Array<ArrayBuffer>, BodyRefusal>> {
  const reader = body.getReader()
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<BodyRefusal>()
  const deadline = setTimeout(() => interrupt({ kind: 'too-slow', deadlineMs }), deadlineMs)
  const abort = () => interrupt({ kind: 'aborted' })
  signal.addEventListener('abort', abort)
  const tooLarge = { kind: 'too-large', maxBytes } as const
  let chunks: Uint8Array[] = []
  let byteCount = 0
  try {
    for (;;) {
      const next = await Promise.race([
        reader.read().catch((): BodyRefusal => ({ kind: 'aborted' })),
        interrupted,
      ])
      const isTooLarge = byteCount > maxBytes
      if ('kind' in next) return failed(isTooLarge && next.kind === 'too-slow' ? tooLarge : next)
      if (next.done) return isTooLarge ? failed(tooLarge) : ok(joined(chunks, byteCount))
      byteCount += next.value.byteLength
      if (byteCount > maxBytes + maxDroppedBytes) return failed(tooLarge)
      if (byteCount > maxBytes) chunks = []
      else chunks.push(next.value)
    }
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', abort)
    // Without effect after the last byte.
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

/** Cancelling a broken stream rejects, which needs no handling. */
const ignoreBrokenStream = () => undefined
