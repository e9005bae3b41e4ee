import type { Context } from 'hono'
import * as v from 'valibot'
import type { ApiEnv } from '../env.ts'
import { Refusal, validation } from '../strapi/errors.ts'

/** Reads a body, JSON or form, as the fields of `entries`; others are left out, or refused where `only`.
 *  `inData`: they may stand in `data` too, as Strapi's clients send documents. Errors: Refusal 413 above 32 KB or
 *  `mostBytes`, 400 SyntaxError for what is no JSON, 400 ValidationError with every fault,
 *  400 'Invalid parameters: …' for what is not among the fields. */
export async function readBody<Entries extends v.ObjectEntries>(
  c: Context<ApiEnv>,
  entries: Entries,
  { only = false, inData = false, mostBytes = 32_768 } = {},
): Promise<v.InferOutput<v.ObjectSchema<Entries, undefined>>> {
  const body = await fieldsOf(c, mostBytes)
  const wrapped = v.safeParse(v.record(v.string(), v.unknown()), body.data)
  const given = inData && wrapped.success ? wrapped.output : body
  const unlisted = Object.keys(given).filter((name) => !Object.hasOwn(entries, name))
  if (only && unlisted.length > 0) throw validation(`Invalid parameters: ${unlisted.join(', ')}`)
  const parsed = v.safeParse(v.object(entries, missing), given)
  if (parsed.success) return parsed.output
  throw invalid(
    ...parsed.issues.map((issue) => ({
      path: (issue.path ?? []).map(({ key }) => String(key)),
      message: issue.message,
    })),
  )
}

/** Strapi's answer to faults of fields: the message of a single one is its own text. */
export function invalid(...faults: { path: string[]; message: string }[]): Refusal {
  const errors = faults.map((fault) => ({ ...fault, name: 'ValidationError' }))
  const [first] = errors
  return validation(
    errors.length === 1 && first ? first.message : `${errors.length} errors occurred`,
    { errors },
  )
}

/** An absent field is an issue of the object, not of the field's own schema. */
const missing = (issue: v.BaseIssue<unknown>) =>
  `${(issue.expected ?? '').replaceAll('"', '')} is a required field`

async function fieldsOf(c: Context<ApiEnv>, mostBytes: number): Promise<Record<string, unknown>> {
  const bytes = await c.req.arrayBuffer()
  if (bytes.byteLength > mostBytes)
    throw new Refusal(413, 'PayloadTooLargeError', 'Payload too large')
  const text = new TextDecoder().decode(bytes)
  if (c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  if (text.trim() === '') return {}
  const parsed = v.safeParse(
    v.record(v.string(), v.unknown(), 'The body must be an object'),
    json(text),
  )
  if (!parsed.success) throw validation('The body must be an object')
  return parsed.output
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'SyntaxError', 'The request body is not valid JSON')
  }
}
