import * as v from 'valibot'
import { failed, ok, type Result } from '../../domain/result.ts'
import type { ApiError } from './errors.ts'
import type { Copy } from './last-good-copies.ts'
import { unexpectedShape } from './misconfiguration.ts'
import { flatten } from './strapi.ts'

/** A body as its schema says; the errors name what is unexpected. */
export function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  path: string,
): Result<v.InferOutput<Schema>, ApiError> {
  const parsed = v.safeParse(schema, flatten(value))
  return parsed.success ? ok(parsed.output) : failed(unexpectedShape(parsed.issues[0], path))
}

/** What copies were parsed to. Nobody changes it. */
const parsedCopies = new WeakMap<object, WeakMap<v.GenericSchema, Result<unknown, ApiError>>>()

/** null: there is no copy, or not one of this shape. */
export function parsedOrNull<Schema extends v.GenericSchema>(
  schema: Schema,
  copy: Copy | null,
  path: string,
): v.InferOutput<Schema> | null {
  const parsed = copy && parseCopy(schema, copy.value, path)
  return parsed?.ok ? parsed.value : null
}

/** Parses a copy once for each schema. */
export function parseCopy<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  path: string,
): Result<v.InferOutput<Schema>, ApiError> {
  if (typeof value !== 'object' || value === null) return parse(schema, value, path)
  const bySchema = parsedCopies.get(value) ?? new WeakMap()
  parsedCopies.set(value, bySchema)
  const known = bySchema.get(schema)
  // Only `parse` with this schema has put it there.
  if (known) return known
  const parsed = parse(schema, value, path)
  bySchema.set(schema, parsed)
  return parsed
}
