import type { Context } from 'hono'
import * as v from 'valibot'
import { readBytes, type BodyRefusal } from '../../http/request-body.ts'
import type { ApiEnv } from '../env.ts'
import { Refusal, validation } from './errors.ts'

const defaultMaxBytes = 32_768
const maxDepth = 64
const form = 'application/x-www-form-urlencoded'
/** A body without a type is taken as JSON. */
const json = ['application/json', '']

export type BodyOptions = {
  /** The fields may stand in `data` too, as Strapi's clients send documents. */
  isDataAllowed?: boolean
  maxBytes?: number
}

type BodySchema =
  | v.ObjectSchema<v.ObjectEntries, v.ErrorMessage<v.ObjectIssue> | undefined>
  | v.StrictObjectSchema<v.ObjectEntries, v.ErrorMessage<v.StrictObjectIssue> | undefined>

/** Reads a body, JSON or form, as a contract has it (domain/contracts). Errors: Refusal 413 above
 *  32 KB or `maxBytes`, 415 for another type, 408 where it does not arrive, 400 SyntaxError for what
 *  is no JSON, 400 ValidationError with every fault in details.errors, 400 'Invalid parameters: …'
 *  for fields that a strict contract does not have. */
export async function readBody<Schema extends BodySchema>(
  c: Context<ApiEnv>,
  schema: Schema,
  options: BodyOptions = {},
): Promise<v.InferOutput<Schema>> {
  return parseFields(await readFields(c, options), schema)
}

/** The fields of a body before a contract has parsed them, for routes that choose one by them. */
export async function readFields(
  c: Context<ApiEnv>,
  { isDataAllowed = false, maxBytes = defaultMaxBytes }: BodyOptions = {},
): Promise<Record<string, unknown>> {
  const bytes = await readBytes(c.req.raw, { maxBytes, types: [...json, form] })
  if (!bytes.ok) throw refusalOf(bytes.error)
  const text = decoded(bytes.value)
  if (c.req.header('content-type')?.toLowerCase().startsWith(form))
    return Object.fromEntries(new URLSearchParams(text))
  const fields = text.trim() === '' ? {} : parsedJson(text)
  if (!isFields(fields)) throw validation('The body must be an object')
  return isDataAllowed && isFields(fields.data) ? fields.data : fields
}

/** Errors: those of `readBody` that are about fields. */
export function parseFields<Schema extends BodySchema>(
  fields: Record<string, unknown>,
  schema: Schema,
): v.InferOutput<Schema> {
  const unlisted = Object.keys(fields).filter((name) => !Object.hasOwn(schema.entries, name))
  if (schema.type === 'strict_object' && unlisted.length > 0)
    throw validation(`Invalid parameters: ${unlisted.join(', ').slice(0, 200)}`)
  const parsed = v.safeParse(schema, fields)
  if (parsed.success) return parsed.output
  throw invalidFields(
    ...parsed.issues.map((issue) => ({
      path: (issue.path ?? []).map(({ key }) => String(key)),
      message: issue.message,
    })),
  )
}

/** Strapi's answer to faults of fields: the message of a single one is its own text. */
export function invalidFields(...faults: { path: string[]; message: string }[]): Refusal {
  const errors = faults.slice(0, maxErrors).map((fault) => ({ ...fault, name: 'ValidationError' }))
  const [first] = errors
  const isSingle = faults.length === 1 && first
  return validation(isSingle ? first.message : `${faults.length} errors occurred`, { errors })
}

/** A hundred thousand wrong entries of a list are told of by the first ones. */
const maxErrors = 50

/** The answer to a body that could not be read. */
export function refusalOf(refusal: BodyRefusal): Refusal {
  switch (refusal.kind) {
    case 'too-large':
      return new Refusal(413, 'PayloadTooLargeError', 'Payload too large')
    case 'unsupported-type':
      return new Refusal(415, 'UnsupportedMediaTypeError', 'Unsupported Media Type')
    case 'too-slow':
      return new Refusal(408, 'RequestTimeoutError', 'The request body did not arrive in time')
    case 'aborted':
      return new Refusal(400, 'BadRequestError', 'The request body is incomplete')
    case 'malformed':
      return notJson()
  }
}

const notJson = () => new Refusal(400, 'SyntaxError', 'The request body is not valid JSON')

/** Bytes that are no UTF-8 are refused: replaced, they would be stored as if somebody had meant it. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    throw notJson()
  }
}

function parsedJson(text: string): unknown {
  if (depthOf(text) > maxDepth) throw validation('The body is nested too deeply')
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

/** How deep the brackets of a JSON text are nested. JSON.parse reads any depth, but what writes the
 *  value again (JSON.stringify) overflows the stack. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
