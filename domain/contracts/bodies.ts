import * as v from 'valibot'

// How the fields of a request and the data of an answer are wrapped.

/** The fields of a request's body; others are ignored. An absent field is reported in Strapi's
 *  words: 'email is a required field'. */
export const requestBody = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, requiredField)

/** The same, but fields that are not listed are refused. */
export const strictRequestBody = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, requiredField)

/** valibot reports an absent field as an issue of the object, with its quoted name as
 *  `expected`. */
const requiredField = (issue: v.BaseIssue<unknown>) =>
  `${(issue.expected ?? '').replaceAll('"', '')} is a required field`

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object with any keys, but not an array, which v.record accepts. The metadata is its JSON
 *  Schema. */
export const jsonObject = v.pipe(
  v.custom<Record<string, unknown>>(isObject, 'must be an object'),
  v.metadata({ type: 'object' }),
)

/** An object whose values are integers, not below `minimum`. */
export const integersByKey = (message: string, minimum = Number.MIN_SAFE_INTEGER) =>
  v.pipe(
    v.custom<Record<string, number>>(
      (value) =>
        isObject(value) &&
        Object.values(value).every((one) => Number.isSafeInteger(one) && Number(one) >= minimum),
      message,
    ),
    v.metadata({ type: 'object', additionalProperties: { type: 'integer', minimum } }),
  )

/** An answer with one object: { data, meta: {} }. */
export const dataBody = <Schema extends v.GenericSchema>(data: Schema) =>
  v.object({ data, meta: v.object({}) })

/** A list without pages: { data: […], meta: {} }. */
export const listBody = <Schema extends v.GenericSchema>(item: Schema) => dataBody(v.array(item))

const size = v.pipe(v.number(), v.integer(), v.minValue(0))

/** By page, or by offset; the totals are absent if the query has withCount=false. */
export const pagination = v.union([
  v.object({
    page: size,
    pageSize: size,
    pageCount: v.optional(size),
    total: v.optional(size),
  }),
  v.object({ start: size, limit: size, total: v.optional(size) }),
])

/** One page of a list: { data: […], meta: { pagination } }. */
export const pageBody = <Schema extends v.GenericSchema>(item: Schema) =>
  v.object({ data: v.array(item), meta: v.object({ pagination }) })

/** The answer to an action that returns nothing. */
export const okBody = v.object({ ok: v.literal(true) })
