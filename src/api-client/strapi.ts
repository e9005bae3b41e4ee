import * as v from 'valibot'

type QueryPart =
  string | number | boolean | undefined | readonly QueryPart[] | { [key: string]: QueryPart }

/** Builds Strapi's query string: { filters: { slug: { $eq: 'x' } } } -> '?filters[slug][$eq]=x'. */
export function strapiQuery(parts: Record<string, QueryPart>): string {
  const pairs: string[] = []
  const add = (key: string, value: QueryPart) => {
    if (value === undefined) return
    if (typeof value !== 'object')
      pairs.push(`${encodeURI(key)}=${encodeURIComponent(String(value))}`)
    else for (const [inner, below] of Object.entries(value)) add(`${key}[${inner}]`, below)
  }
  for (const [key, value] of Object.entries(parts)) add(key, value)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Converts a Strapi 4 response to Strapi 5's format: { id, attributes: {…} } -> { id, … }, and
 *  relations without their { data }. Strapi 5 responses are returned unchanged. */
export function flatten(answer: unknown): unknown {
  if (!isObject(answer) || !('data' in answer)) return answer
  const { data } = answer
  const first: unknown = Array.isArray(data) ? data[0] : data
  return isObject(first) && isObject(first.attributes) ? { ...answer, data: flat(data) } : answer
}

function flat(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flat)
  if (!isObject(value)) return value
  const keys = Object.keys(value)
  if (keys.length === 1 && keys[0] === 'data') return flat(value.data)
  const { attributes, ...own } = value
  return Object.fromEntries(
    Object.entries({ ...own, ...(isObject(attributes) && attributes) }).map(([key, inner]) => [
      key,
      flat(inner),
    ]),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Schema for Strapi's envelope: { data: X } -> X parsed by `schema`. */
export const dataOf = <Output>(
  schema: v.GenericSchema<unknown, Output>,
): v.GenericSchema<unknown, Output> =>
  v.pipe(
    v.object({ data: schema }),
    v.transform(({ data }) => data),
  )

/** The identifiers of an entry. Strapi 5 has documentId; its components and Strapi 4 only id. */
export const idEntries = {
  id: v.union([v.number(), v.string()]),
  documentId: v.optional(v.string()),
}
export const idOf = ({
  id,
  documentId,
}: {
  id: number | string
  documentId?: string | undefined
}) => documentId ?? String(id)
