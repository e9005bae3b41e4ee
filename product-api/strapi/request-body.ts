import type { Context } from 'hono'
import * as v from 'valibot'
import { cleanFields, cleanJson } from '../../http/clean-texts.ts'
import { readBytes, type BodyRefusal } from '../../http/request-body.ts'
import { Refusal, validation } from './errors.ts'

export const defaultMaxBytes = 32_768
const maxDepth = 64
const formType = 'application/x-www-form-urlencoded'
/** A body without a content type is parsed as JSON. */
const jsonTypes = ['application/json', '']

export type BodyOptions = {
  /** The fields may also be in `data`, as Strapi's clients send documents. */
  isDataAllowed?: boolean
  maxBytes?: number
}

type BodySchema =
  | v.ObjectSchema<v.ObjectEntries, v.ErrorMessage<v.ObjectIssue> | undefined>
  | v.StrictObjectSchema<v.ObjectEntries, v.ErrorMessage<v.StrictObjectIssue> | undefined>

/** Reads a body, JSON or form, and parses it with a contract (domain/contracts). Its texts have no
 *  control characters. Errors: Refusal
 *  413 above 32 KB or `maxBytes`, 415 for another content type, 408 if it does not arrive in time,
 *  400 SyntaxError for invalid JSON, 400 ValidationError with the invalid fields in details.errors,
 *  400 'Invalid parameters: …' for fields that a strict contract does not have. */
export async function readBody<Schema extends BodySchema>(
  c: Pick<Context, 'req'>,
  schema: Schema,
  options: BodyOptions = {},
): Promise<v.InferOutput<Schema>> {
  return parseFields(await readFields(c, options), schema)
}

/** The unparsed fields of a body, for routes that choose the contract by them. Errors: those of
 *  `readBody` that are about the body. */
export async function readFields(
  c: Pick<Context, 'req'>,
  { isDataAllowed = false, maxBytes = defaultMaxBytes }: BodyOptions = {},
): Promise<Record<string, unknown>> {
  const bytes = await readBytes(c.req.raw, { maxBytes, types: [...jsonTypes, formType] })
  if (!bytes.ok) throw refusalOf(bytes.error)
  const text = decoded(bytes.value)
  if (c.req.header('content-type')?.toLowerCase().startsWith(formType))
    return cleanFields(new URLSearchParams(text))
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

/** Strapi's answer to invalid fields. Its message is that of the field if only one is invalid. */
export function invalidFields(...invalid: { path: string[]; message: string }[]): Refusal {
  const errors = invalid.slice(0, maxErrors).map((field) => ({ ...field, name: 'ValidationError' }))
  const [first] = errors
  const isSingle = invalid.length === 1 && first
  return validation(isSingle ? first.message : `${invalid.length} errors occurred`, { errors })
}

/** A list may have thousands of invalid entries; the answer names the first ones. */
const maxErrors = 50

/** The refusal of a body that could not be read. */
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

/** Errors: Refusal 400 for invalid UTF-8. The decoder's default, U+FFFD for each invalid byte,
 *  would store a text that nobody sent. */
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
    return cleanJson(JSON.parse(text), text)
  } catch {
    throw notJson()
  }
}

/** How deep the brackets of a JSON text are nested. JSON.parse takes any depth, but JSON.stringify
 *  of the result would overflow the stack. */
function depthOf(text: string): number {
  let [depth, maxFound] = [0, 0]
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    maxFound = Math.max(maxFound, depth)
  }
  return maxFound
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
